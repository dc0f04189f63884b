-- Provider and worker move an attempt as `attempt_move` lists it. People who resolve it have a law of their own.
create or replace function attempt_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION',
    1 - (select count(*) from attempt_move where from_state = old.state and to_state = new.state));
  return new;
end $$;
create or replace trigger attempt_moves before update on attempt for each row
  when (old.state <> new.state and (old.resolved or not new.resolved)) execute function attempt_moves();
