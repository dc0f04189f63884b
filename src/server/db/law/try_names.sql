-- The names of the next tries of payments.
create or replace function try_names(payables bigint[]) returns table (payable_id bigint, client_ref uuid) language sql stable security definer
set search_path = public, pg_temp as $$
  select p.id, try_name(t.thing, t.tries + 1, p.msisdn, p.amount_minor, p.currency, p.provider)
  from tries_of(payables) t join payable p on p.id = t.payable_id $$;
