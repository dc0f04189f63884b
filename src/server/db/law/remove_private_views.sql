create or replace function remove_private_views() returns trigger language plpgsql as $$
begin
  delete from list_view where owner_id = old.id and not shared;
  return old;
end $$;
create or replace trigger remove_private_views before delete on person for each row execute function remove_private_views();
