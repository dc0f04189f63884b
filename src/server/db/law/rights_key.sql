-- Names the advisory lock on what a person may do: their writes share it, whoever takes rights from them has it alone.
create or replace function rights_key(person_id bigint) returns bigint language sql immutable parallel safe
  return hashtextextended('rights of ' || person_id, 0);
