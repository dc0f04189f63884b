-- A new unit goes on from its parent. One that is moved gets just enough of a path to be stored: what the whole statement
-- makes of the tree is known at its end only.
create or replace function continue_unit_path() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above bigint[] := '{}';
begin
  if new.parent_id is not null then
    select case tg_op when 'INSERT' then path else array[id] end into above
    from administrative_unit where id = new.parent_id;
    if not found then
      raise foreign_key_violation using message = 'There is no such parent', constraint = 'administrative_unit_parent_id_fkey';
    end if;
  end if;
  new.path := above || new.id;
  return new;
end $$;
create or replace trigger continue_path before insert on administrative_unit
  for each row execute function continue_unit_path();
create or replace trigger continue_path_moved before update of parent_id on administrative_unit
  for each row when (new.parent_id is distinct from old.parent_id) execute function continue_unit_path();
