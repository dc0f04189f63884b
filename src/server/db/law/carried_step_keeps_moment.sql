-- A signature of the round before keeps its moment.
create or replace function carried_step_keeps_moment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.at := coalesce((select s.at from step s where s.payable_id = new.payable_id and s.round = new.round - 1
    and s.step = new.step and s.level = new.level), new.at);
  return new;
end $$;
create or replace trigger carried_step_keeps_moment before insert on step for each row
  when (new.carried) execute function carried_step_keeps_moment();
