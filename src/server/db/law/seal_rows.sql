-- Makes a block of the rows between two transactions; 50,000 rows or a little more, as transactions stay whole.
create or replace function seal_rows(above xid8, below xid8, beyond_id bigint) returns bigint language plpgsql
  set search_path = public, pg_temp as $$
declare
  last audit_block;
  block audit_block;
begin
  select * into last from audit_block order by id desc limit 1;
  select max(xid) into block.to_xid from (
    select xid from audit where xid > above and xid < below and id > beyond_id order by xid limit 50000) first;
  if block.to_xid is null then return null; end if;
  select range_agg(int8range(a.id, a.id, '[]')), count(*),
    string_agg(sha256(convert_to(audit_text(a), 'UTF8')), ''::bytea order by a.id)
  into block.ids, block.n, block.hash
  from audit a where a.xid > above and a.xid <= block.to_xid and a.id > beyond_id;
  block.total := coalesce(last.total, 0) + block.n;
  block.previous := coalesce(last.hash, ''::bytea);
  block.hash := sha256(block.previous || sha256(block.hash) || convert_to(
    concat_ws('|', block.ids, block.n, block.total, block.to_xid, beyond_id), 'UTF8'));
  insert into audit_block (ids, n, total, to_xid, after_id, previous, hash)
  values (block.ids, block.n, block.total, block.to_xid, beyond_id, block.previous, block.hash)
  returning id into block.id;
  return block.id;
end $$;
revoke execute on function seal_rows from public;
