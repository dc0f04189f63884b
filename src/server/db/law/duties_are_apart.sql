-- What rights rely on beyond their tables: duties kept apart, and grants that wait for a second administrator.
create or replace function duties_are_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two who grant at the same moment queue here, and the second sees what the first did.
  perform from role where id in (select role_id from new_rows) order by id for no key update;
  if exists (
    select from role_permission rp join permission p on p.id = rp.permission_id
    where rp.role_id in (select role_id from new_rows) and p.duty is not null
    group by rp.role_id having count(distinct p.duty) > 1
  ) then raise exception 'DUTIES_CONFLICT' using errcode = 'CV001'; end if;
  return null;
end $$;
create or replace trigger duties_are_apart after insert on role_permission referencing new table as new_rows
  for each statement execute function duties_are_apart();
