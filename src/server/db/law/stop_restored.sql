-- Stops all sending, of money and of webhooks: who was paid since the moment of this database is unknown to it. The trail says so; a second time does nothing.
create or replace function stop_restored(why text) returns void language sql set search_path = public, pg_temp as $$
  with held as (update webhook set paused_at = now(), failing_since = coalesce(failing_since, now()) where paused_at is null), begun as (
    insert into payment_stop (kind, reason, details)
    select 'RESTORED', why, jsonb_build_object('found', a.id, 'foundAt', a.at)
    from (select 1) one left join (select id, at from audit order by id desc limit 1) a on true
    on conflict do nothing returning *)
  insert into audit (action, subject_type, subject_id, after)
  select 'payments.stop', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'reason', reason, 'details', details) from begun $$;
