-- A writer of units takes the tree before any unit. A move writes every unit below the moved one: in the other order two
-- writers would wait for each other.
create or replace function take_unit_tree() returns void language sql security definer set search_path = public, pg_temp
  as 'select from administrative_tree for update';
