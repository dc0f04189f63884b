create or replace function asking_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s join public.payment_stop_kind k on k.kind = s.kind
    where s.ended_at is null and not k.asks and coalesce(s.provider, name) = name
      and not (s.kind = 'TROUBLE' and s.reason in ('FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT')));
