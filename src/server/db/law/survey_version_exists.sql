-- A foreign key cannot say it: a version has a row for each of its revisions.
create or replace function survey_version_exists() returns trigger language plpgsql as $$
begin
  if new.current_version is not null and not exists (
    select from survey_version where survey_id = new.id and number = new.current_version) then
    raise foreign_key_violation using message = 'There is no such version', constraint = 'survey_current_version_fkey';
  end if;
  return null;
end $$;
create constraint trigger survey_current_version after insert or update of current_version on survey
  for each row execute function survey_version_exists();
