-- Names the advisory lock on a person's rights: their writes share it, a change of their rights has it alone.
create or replace function rights_key(person_id bigint) returns bigint language sql immutable parallel safe
  return hashtextextended('rights of ' || person_id, 0);
