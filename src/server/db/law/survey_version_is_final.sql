create or replace function survey_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'A published version is never changed' using errcode = '42501';
end $$;
create or replace trigger survey_version_is_final before update of survey_id, number, revision, content, checksum on survey_version
  for each row execute function survey_version_is_final();
