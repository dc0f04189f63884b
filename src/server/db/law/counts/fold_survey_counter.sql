-- Written by `npm run schema` from records/kept-counts.ts. Says how many rows it took; those that others hold wait for the next time.
create or replace function fold_survey_counter(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select survey_id, survey_version, status, day, is_pilot, slot from survey_counter where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from survey_counter c using past where (c.survey_id, c.survey_version, c.status, c.day, c.is_pilot, c.slot) = (past.survey_id, past.survey_version, past.status, past.day, past.is_pilot, past.slot) returning c.*
  ), folded as (
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select survey_id, survey_version, status, day, is_pilot, 0, sum(n) from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_survey_counter from public;
grant execute on function fold_survey_counter to canvass_app;
