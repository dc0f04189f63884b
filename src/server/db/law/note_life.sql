-- Notes another life, and stops all sending where it is another system. Says what was found.
create or replace function note_life() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare before database_life;
begin
  if database_is_known() then return 'SAME'; end if;
  perform pg_advisory_xact_lock(hashtextextended('database life', 0));
  select * into before from database_life order by id desc limit 1;
  if (before.system_id, before.timeline) = (system_now(), timeline_now()) then return 'SAME'; end if;
  insert into database_life (system_id, timeline) values (system_now(), timeline_now());
  if before.system_id <> system_now() then
    perform stop_restored('OTHER_SYSTEM');
    return 'OTHER_SYSTEM';
  end if;
  return 'OTHER_TIMELINE';
end $$;
