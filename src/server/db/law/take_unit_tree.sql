-- Whoever is about to change units takes the tree before any unit. A move writes whatever lies below what it moves: taken
-- the other way round, two would each wait for what the other holds.
create or replace function take_unit_tree() returns void language sql security definer set search_path = public, pg_temp
  as 'select from administrative_tree for update';
