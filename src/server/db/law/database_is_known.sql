create or replace function database_is_known() returns boolean language sql volatile security definer set search_path = public, pg_temp
  return (select (system_id, timeline) = (system_now(), timeline_now()) from database_life order by id desc limit 1);
