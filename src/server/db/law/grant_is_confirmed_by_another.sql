-- Who acts is what the app says; that the two of a grant are two is said here (domain/people/access.ts, confirmRefusal).
create or replace function grant_is_confirmed_by_another() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  granting constant bigint[] := array(
    select p.id from person p join role_permission rp using (role_id) join permission q on q.id = rp.permission_id
    where p.id in (new.requested_by, new.confirmed_by) and p.admin_type = 'ADMIN' and p.status = 'ACTIVE'
      and q.name = 'roles.grantPayments');
begin
  if not new.permissions <@ old.permissions then
    raise exception 'A grant that waits does not grow' using errcode = '42501';
  elsif new.confirmed_by is null then
    return new;
  elsif new.confirmed_by = new.requested_by then
    raise exception 'GRANT_NEEDS_SECOND' using errcode = 'CV001';
  elsif same_hands(new.requested_by, new.confirmed_by) then
    raise exception 'GRANT_SAME_HANDS' using errcode = 'CV001';
  elsif not array[new.requested_by, new.confirmed_by] <@ granting then
    raise exception 'GRANT_VOID' using errcode = 'CV001';
  end if;
  return new;
end $$;
create or replace trigger grant_is_confirmed_by_another before update on pending_grant
  for each row execute function grant_is_confirmed_by_another();
