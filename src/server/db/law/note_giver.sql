-- Notes who gave the password, in the transaction that gave it and in no other.
create or replace function note_giver(whose bigint, giver bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from person where id = whose and must_change_password and xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'No password was given here' using errcode = '42501'; end if;
  insert into credential_origin (person_id, given_by) values (whose, giver)
  on conflict (person_id) do update set given_by = excluded.given_by;
end $$;
revoke execute on function note_giver from public;
grant execute on function note_giver to canvass_app;
