-- As in 0005_people.sql.
create or replace function count_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken text := 'select admin_type, status, -1 as n from old_rows';
begin
  if tg_op = 'INSERT' then
    insert into row_counter as c (name, slot, n)
    select 'person:' || admin_type || ':' || status, pg_backend_pid() % 16, count(*)
    from new_rows group by admin_type, status order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n;
    return null;
  end if;
  execute format($q$
    insert into row_counter as c (name, slot, n)
    select 'person:' || admin_type || ':' || status, pg_backend_pid() %% 16, sum(n)
    from (%s) change group by admin_type, status having sum(n) <> 0 order by 1
    on conflict (name, slot) do update set n = c.n + excluded.n $q$,
    case tg_op when 'DELETE' then taken else 'select admin_type, status, 1 as n from new_rows union all ' || taken end);
  return null;
end $$;
create or replace trigger count_insert after insert on person referencing new table as new_rows
  for each statement execute function count_people();
create or replace trigger count_update after update on person referencing old table as old_rows new table as new_rows
  for each statement execute function count_people();
create or replace trigger count_delete after delete on person referencing old table as old_rows
  for each statement execute function count_people();
