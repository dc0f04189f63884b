-- The giver of an account is known by its id, which therefore stays.
create or replace function person_stays_the_same() returns trigger language plpgsql as $$
begin
  raise exception 'The id of an account does not change' using errcode = '42501';
end $$;
create or replace trigger person_stays_the_same before update of id on person
  for each statement execute function person_stays_the_same();
