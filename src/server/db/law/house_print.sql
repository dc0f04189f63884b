-- By which a copy is known from the database of another house.
create or replace function house_print() returns text language sql stable security definer set search_path = public, pg_temp
  return (select left(encode(sha256(outer_pad || inner_pad), 'hex'), 16) from house_key);
