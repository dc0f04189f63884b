-- The moves of domain/surveys/survey-life.ts. What leaves the end of collecting says why.
create or replace function survey_moves() returns trigger language plpgsql as $$
begin
  if old.status || ' ' || new.status not in ('DRAFT PILOT', 'DRAFT PUBLISHED', 'PILOT DRAFT', 'PILOT PUBLISHED',
      'PUBLISHED PAUSED', 'PAUSED PUBLISHED', 'PUBLISHED CLOSED', 'PAUSED CLOSED', 'CLOSED ARCHIVED', 'CLOSED PUBLISHED') then
    raise exception 'A survey cannot go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'survey_moves', table = 'survey';
  end if;
  if old.status = 'CLOSED' and new.status_reason is null then
    raise exception 'A closed survey is archived or opened again for a reason'
      using errcode = '23514', constraint = 'survey_reason', table = 'survey';
  end if;
  new.closed_at := case new.status when 'CLOSED' then now() when 'ARCHIVED' then old.closed_at end;
  return new;
end $$;
create or replace trigger survey_moves before update of status on survey
  for each row when (old.status is distinct from new.status) execute function survey_moves();
