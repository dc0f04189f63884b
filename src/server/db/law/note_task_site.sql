-- The site of a response is that of its task.
create or replace function note_task_site() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into form_change values (new.survey_id, new.form_id);
  return null;
end $$;
create or replace trigger note_site after update of site_id on task
  for each row when (new.form_id is not null and old.site_id is distinct from new.site_id) execute function note_task_site();
