-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_task() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into task_counter as c (survey_id, status, slot, n)
    select r.survey_id, r.status, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2 having sum(r.way) <> 0 order by 1, 2
    on conflict (survey_id, status, slot) do update set n = c.n + excluded.n;
  else
    insert into task_counter as c (survey_id, status, slot, n)
    select r.survey_id, r.status, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r
    group by 1, 2 having sum(r.way) <> 0 order by 1, 2
    on conflict (survey_id, status, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on task referencing new table as changed for each statement execute function count_task();
create or replace trigger count_update after update on task referencing old table as before new table as after for each statement execute function count_task();
create or replace trigger count_delete after delete on task referencing old table as changed for each statement execute function count_task();
