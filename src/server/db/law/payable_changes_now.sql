-- A payment of the app changes now.
create or replace function payable_changes_now() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create or replace trigger moment_is_now before update on payable for each row
  when (current_user = 'canvass_app' and new.updated_at is distinct from now()) execute function payable_changes_now();
