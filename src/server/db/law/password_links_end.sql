-- A link opens the account as it was when the link was made.
create or replace function password_links_end() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update password_link set ended_at = now() where person_id = new.id and ended_at is null;
  -- It is in other hands, who choose its password next.
  if new.must_change_password then delete from sign_on where person_id = new.id; end if;
  return null;
end $$;
create or replace trigger password_links_end after update of password_hash, email, status, must_change_password on person
  for each row when ((old.password_hash, old.email, old.status, old.must_change_password)
    is distinct from (new.password_hash, new.email, new.status, new.must_change_password)) execute function password_links_end();
