-- The HMAC of a text by the key of the house, in the shape of a version 4 UUID, as providers ask for one.
create or replace function house_uuid(text text) returns uuid language sql stable
  return (select encode(set_byte(set_byte(mac, 6, get_byte(mac, 6) & 15 | 64), 8, get_byte(mac, 8) & 63 | 128), 'hex')::uuid
    from (select substr(sha256(outer_pad || sha256(inner_pad || convert_to(text, 'UTF8'))), 1, 16) as mac from house_key) m);
revoke execute on function house_uuid from public;
