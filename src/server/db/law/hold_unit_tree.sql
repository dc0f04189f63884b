create or replace function hold_unit_tree() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update administrative_tree set changes = changes + 1;
  return null;
end $$;
create or replace trigger hold_tree before insert or update of parent_id on administrative_unit
  for each statement execute function hold_unit_tree();
