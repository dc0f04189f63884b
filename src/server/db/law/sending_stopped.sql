-- Whether an open stop keeps a provider from being sent to, or from being asked.
create or replace function sending_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s where s.ended_at is null and coalesce(s.provider, name) = name);
