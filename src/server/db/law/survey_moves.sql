-- A survey moves as `survey_move` lists it. A closed one is left for a reason.
create or replace function survey_moves() returns trigger language plpgsql as $$
declare
  breach text := case when not exists (select from survey_move where from_status = old.status and to_status = new.status)
    then 'survey_moves' when old.status = 'CLOSED' and new.status_reason is null then 'survey_reason' end;
begin
  if breach is not null then
    raise exception 'A survey went from % to %', old.status, new.status using errcode = '23514', constraint = breach, table = 'survey';
  end if;
  new.closed_at := case new.status when 'CLOSED' then now() when 'ARCHIVED' then old.closed_at end;
  return new;
end $$;
create or replace trigger survey_moves before update of status on survey
  for each row when (old.status is distinct from new.status) execute function survey_moves();
