-- A database whose life is not noted yet is sent nothing.
create or replace function sending_stopped(name text, probing boolean) returns boolean language sql stable
  return not public.database_is_known() or exists (select from public.payment_stop s
    where s.ended_at is null and coalesce(s.provider, name) = name and not (probing and s.kind = 'TROUBLE'));
