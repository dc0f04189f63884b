-- Sections that repeat (domain/survey.ts), and surveys that name a version which there is.

alter table section
  -- The most repetitions, and the code of the question that says how many there are.
  add column repeat jsonb,
  add constraint section_repeat check (repeat is null or case
    when jsonb_typeof(repeat) <> 'object' or jsonb_typeof(repeat -> 'max') is distinct from 'number' then false
    else (repeat ->> 'max')::numeric between 1 and 200 and (repeat ->> 'max')::numeric % 1 = 0
      and repeat - 'max' - 'countCode' = '{}'
      and case jsonb_typeof(repeat -> 'countCode')
        when 'string' then (repeat ->> 'countCode') ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$'
        else coalesce(jsonb_typeof(repeat -> 'countCode'), 'null') = 'null' end
    end);

-- A foreign key cannot say it: a version has a row for each of its revisions.
create function survey_version_exists() returns trigger language plpgsql as $$
begin
  if new.current_version is not null and not exists (
    select from survey_version where survey_id = new.id and number = new.current_version) then
    raise foreign_key_violation using message = 'There is no such version', constraint = 'survey_current_version_fkey';
  end if;
  return null;
end $$;
create constraint trigger survey_current_version after insert or update of current_version on survey
  for each row execute function survey_version_exists();
