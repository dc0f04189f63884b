-- Notes another life, and stops all sending where it is another system. Says what was found.
create or replace function note_life() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before database_life;
  was_restored boolean;
begin
  if database_is_known() then return 'SAME'; end if;
  perform pg_advisory_xact_lock(hashtextextended('database life', 0));
  select * into before from database_life order by id desc limit 1;
  if (before.system_id, before.timeline) = (system_now(), timeline_now()) then return 'SAME'; end if;
  was_restored := before.system_id <> system_now();
  insert into database_life (system_id, timeline) values (system_now(), timeline_now());
  if was_restored then
    with begun as (
      insert into payment_stop (kind, reason, details)
      select 'RESTORED', 'OTHER_SYSTEM', jsonb_build_object('found', a.id, 'foundAt', a.at)
      from (select 1) one left join (select id, at from audit order by id desc limit 1) a on true
      on conflict do nothing returning *
    )
    insert into audit (action, subject_type, subject_id, after)
    select 'payments.stop', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'reason', reason, 'details', details) from begun;
  end if;
  return case when was_restored then 'OTHER_SYSTEM' else 'OTHER_TIMELINE' end;
end $$;
