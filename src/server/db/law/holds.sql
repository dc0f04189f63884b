create or replace function holds(actor bigint, permission text) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name = permission);
