-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_person() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into row_counter as c (name, slot, n)
    select 'person:' || r.admin_type || ':' || r.status, pg_backend_pid() % 16, sum(r.way)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1 having sum(r.way) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    insert into name_beginning as c (beginning, slot, starting, other)
    select b.beginning, pg_backend_pid() % 16, sum(r.way * b.starting), sum(r.way * b.other)
    from (select 1 as way, * from after union all select -1, * from before) r , beginnings(r.name_words) b where r.admin_type = 'PARTICIPANT'
    group by 1 having sum(r.way * b.starting) <> 0 or sum(r.way * b.other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
  else
    insert into row_counter as c (name, slot, n)
    select 'person:' || r.admin_type || ':' || r.status, pg_backend_pid() % 16, sum(r.way)
    from (select way, * from changed) r
    group by 1 having sum(r.way) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    insert into name_beginning as c (beginning, slot, starting, other)
    select b.beginning, pg_backend_pid() % 16, sum(r.way * b.starting), sum(r.way * b.other)
    from (select way, * from changed) r , beginnings(r.name_words) b where r.admin_type = 'PARTICIPANT'
    group by 1 having sum(r.way * b.starting) <> 0 or sum(r.way * b.other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on person referencing new table as changed for each statement execute function count_person();
create or replace trigger count_update after update on person referencing old table as before new table as after for each statement execute function count_person();
create or replace trigger count_delete after delete on person referencing old table as changed for each statement execute function count_person();
