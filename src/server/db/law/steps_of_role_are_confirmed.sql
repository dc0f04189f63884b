-- Payment steps come into force by a confirmed grant alone. What the server itself does is done by the owner of the tables.
create or replace function steps_of_role_are_confirmed() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if current_user = 'canvass_app' and exists (
    select from new_rows n join permission p on p.id = n.permission_id
    where p.duty = 'MONEY' and not exists (
      select from pending_grant g where g.role_id = n.role_id and g.person_id is null
        and g.confirmed_by is not null and p.name = any(g.permissions))
  ) then raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001'; end if;
  return null;
end $$;
create or replace trigger steps_of_role_are_confirmed after insert on role_permission referencing new table as new_rows
  for each statement execute function steps_of_role_are_confirmed();
