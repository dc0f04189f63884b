-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_form() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, (r.submitted_at at time zone 'UTC')::date, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_total as c (survey_id, survey_version, status, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4 having sum(r.way) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_flag_counter as c (survey_id, is_pilot, flag, slot, n)
    select r.survey_id, r.is_pilot, flag, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r , unnest(r.flags) flag where r.status <> 'DRAFT'
    group by 1, 2, 3 having sum(r.way) <> 0 order by 1, 2, 3
    on conflict (survey_id, is_pilot, flag, slot) do update set n = c.n + excluded.n;
  else
    insert into survey_counter as c (survey_id, survey_version, status, day, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, (r.submitted_at at time zone 'UTC')::date, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 order by 1, 2, 3, 4, 5
    on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_total as c (survey_id, survey_version, status, is_pilot, slot, n)
    select r.survey_id, r.survey_version, r.status, r.is_pilot, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r where r.status <> 'DRAFT'
    group by 1, 2, 3, 4 having sum(r.way) <> 0 order by 1, 2, 3, 4
    on conflict (survey_id, survey_version, status, is_pilot, slot) do update set n = c.n + excluded.n;
    insert into survey_flag_counter as c (survey_id, is_pilot, flag, slot, n)
    select r.survey_id, r.is_pilot, flag, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r , unnest(r.flags) flag where r.status <> 'DRAFT'
    group by 1, 2, 3 having sum(r.way) <> 0 order by 1, 2, 3
    on conflict (survey_id, is_pilot, flag, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on form referencing new table as changed for each statement execute function count_form();
create or replace trigger count_update after update on form referencing old table as before new table as after for each statement execute function count_form();
create or replace trigger count_delete after delete on form referencing old table as changed for each statement execute function count_form();
