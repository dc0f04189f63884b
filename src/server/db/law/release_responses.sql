-- A response is free for another payable only when this one is undone.
create or replace function release_responses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payable_response set released_at = now()
  where payable_id = new.id and coalesce(released_at, 'infinity') = 'infinity';
  return null;
end $$;
create or replace trigger release_responses after update on payable for each row
  when (new.status in ('CANCELLED', 'REVERSED') and old.status <> new.status) execute function release_responses();
