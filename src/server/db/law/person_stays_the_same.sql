-- The giver of an account is known by its id, which therefore stays; a program never becomes a person who signs in.
create or replace function person_stays_the_same() returns trigger language plpgsql as $$
begin
  raise exception 'The id of an account does not change, nor whether it is a program' using errcode = '42501';
end $$;
create or replace trigger person_stays_the_same before update of id, is_program on person
  for each statement execute function person_stays_the_same();
