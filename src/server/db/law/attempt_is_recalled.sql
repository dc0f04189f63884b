-- Only what was never sent is recalled, and only by a person who takes that step.
create or replace function attempt_is_recalled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.sends = old.turned_away and (select count(*) from payable p
    join step s on s.payable_id = p.id and s.round = p.round + 1 and s.step = 'recall' and s.level = 1
    where p.id = new.payable_id and p.status = 'PROCESSING') = 1 then 0 else 1 end);
  return new;
end $$;
create or replace trigger attempt_is_recalled before update on attempt for each row
  when (new.state = 'RECALLED' and old.state <> 'RECALLED') execute function attempt_is_recalled();
