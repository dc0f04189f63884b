-- Staff who are new, or were suspended, held nothing before.
create or replace function steps_of_person_are_confirmed() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  held constant int := case when tg_op = 'UPDATE' and old.admin_type = 'ADMIN'
    and not (old.status = 'SUSPENDED' and new.status = 'ACTIVE') then old.role_id end;
begin
  if current_user = 'canvass_app' and exists (
    select from role_permission rp join permission p on p.id = rp.permission_id
    where rp.role_id = new.role_id and p.duty = 'MONEY'
      and not exists (select from role_permission h where h.role_id = held and h.permission_id = p.id)
      and not exists (
        select from pending_grant g where g.person_id = new.id and g.role_id = new.role_id
          and g.confirmed_by is not null and p.name = any(g.permissions))
  ) then raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001'; end if;
  return new;
end $$;
create or replace trigger steps_of_new_person_are_confirmed before insert on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();
create or replace trigger steps_of_person_are_confirmed before update of role_id, status, admin_type on person
  for each row when (new.admin_type = 'ADMIN') execute function steps_of_person_are_confirmed();
