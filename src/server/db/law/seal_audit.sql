-- Seals what no running transaction can add to any more; null when there is nothing to seal. One sealer at a time.
create or replace function seal_audit() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_block;
  sealed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal the trail', 0)) then return null; end if;
  select * into last from audit_block order by id desc limit 1;
  if last.to_xid > pg_current_xact_id() then
    -- Restored elsewhere: first what the former life left open, then this life.
    sealed := seal_rows(last.to_xid, '18446744073709551615', last.after_id);
    if sealed is not null then return sealed; end if;
    return seal_rows('0', pg_snapshot_xmin(pg_current_snapshot()), (select max(upper(ids)) - 1 from audit_block));
  end if;
  return seal_rows(coalesce(last.to_xid, '0'), pg_snapshot_xmin(pg_current_snapshot()), coalesce(last.after_id, 0));
end $$;
grant execute on function seal_audit to canvass_app;
