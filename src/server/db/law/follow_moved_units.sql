-- After a move it and everything below follow, in one statement. What no root leads to any more goes round in a circle.
create or replace function follow_moved_units() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached bigint;
begin
  with recursive found as (
    select id, array[id] as path from administrative_unit where parent_id is null
    union all
    select child.id, found.path || child.id from administrative_unit child join found on child.parent_id = found.id
  ), followed as (
    update administrative_unit u set path = found.path from found where u.id = found.id and u.path <> found.path
  )
  select count(*) into reached from found;
  if reached < (select count(*) from administrative_unit) then
    raise exception 'UNIT_CYCLE' using errcode = 'CV001';
  end if;
  return null;
end $$;
create or replace trigger follow_moved after update of parent_id on administrative_unit
  for each statement execute function follow_moved_units();
