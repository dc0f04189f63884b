-- Puts the slots of past days together, so that sums over years read few rows; says how many it took. Rows that others hold
-- wait for the next time. It waits for slot 0 alone, in key order, as steps do.
create or replace function fold_payable_days(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select day, survey_id, provider, status, currency, slot from payable_day
    where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from payable_day d using past
    where (d.day, d.survey_id, d.provider, d.status, d.currency, d.slot)
      = (past.day, past.survey_id, past.provider, past.status, past.currency, past.slot)
    returning d.*
  ), folded as (
    insert into payable_day as kept (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select day, survey_id, provider, status, currency, 0, sum(n), sum(amount_minor) from gone
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot)
    do update set n = kept.n + excluded.n, amount_minor = kept.amount_minor + excluded.amount_minor
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_payable_days from public;
grant execute on function fold_payable_days to canvass_app;
