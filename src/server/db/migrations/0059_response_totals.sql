-- Responses by survey, version and status, without their days: a list of all surveys adds up these instead of each day of
-- each survey. They follow survey_counter in the same transaction, so that both always agree; slots as there.

create table survey_total (
  survey_id bigint not null,
  survey_version int not null,
  status text not null,
  is_pilot boolean not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, survey_version, status, is_pilot, slot)
);
revoke insert, update, delete on survey_total from canvass_app;

-- In key order, as bookings of survey_counter. Folding its days changes no total.
create function total_responses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select survey_id, survey_version, status, is_pilot, n from new_rows';
  taken text := 'select survey_id, survey_version, status, is_pilot, -n as n from old_rows';
  change text := case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end;
begin
  execute format($q$
    insert into survey_total as t (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, pg_backend_pid() %% 16, sum(n)
    from (%s) change group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = t.n + excluded.n $q$, change);
  return null;
end $$;
create trigger total_responses_insert after insert on survey_counter referencing new table as new_rows
  for each statement execute function total_responses();
create trigger total_responses_update after update on survey_counter referencing old table as old_rows new table as new_rows
  for each statement execute function total_responses();
create trigger total_responses_delete after delete on survey_counter referencing old table as old_rows
  for each statement execute function total_responses();

insert into survey_total (survey_id, survey_version, status, is_pilot, slot, n)
select survey_id, survey_version, status, is_pilot, 0, sum(n) from survey_counter group by 1, 2, 3, 4 having sum(n) <> 0;
