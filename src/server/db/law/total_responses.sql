-- As in 0059_response_totals.sql.
create or replace function total_responses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into survey_total as t (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, pg_backend_pid() % 16, sum(n)
    from new_rows group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = t.n + excluded.n;
  elsif tg_op = 'UPDATE' then
    insert into survey_total as t (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, pg_backend_pid() % 16, sum(n)
    from (
      select survey_id, survey_version, status, is_pilot, n from new_rows
      union all select survey_id, survey_version, status, is_pilot, -n from old_rows
    ) changed group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = t.n + excluded.n;
  else
    insert into survey_total as t (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, pg_backend_pid() % 16, -sum(n)
    from old_rows group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = t.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger total_responses_insert after insert on survey_counter referencing new table as new_rows
  for each statement execute function total_responses();
create or replace trigger total_responses_update after update on survey_counter referencing old table as old_rows new table as new_rows
  for each statement execute function total_responses();
create or replace trigger total_responses_delete after delete on survey_counter referencing old table as old_rows
  for each statement execute function total_responses();
