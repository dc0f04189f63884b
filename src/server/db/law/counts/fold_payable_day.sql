-- Written by `npm run schema` from records/kept-counts.ts. Says how many rows it took; those that others hold wait for the next time.
create or replace function fold_payable_day(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select day, survey_id, provider, status, currency, slot from payable_day where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from payable_day c using past where (c.day, c.survey_id, c.provider, c.status, c.currency, c.slot) = (past.day, past.survey_id, past.provider, past.status, past.currency, past.slot) returning c.*
  ), folded as (
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select day, survey_id, provider, status, currency, 0, sum(n), sum(amount_minor) from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_payable_day from public;
grant execute on function fold_payable_day to canvass_app;
