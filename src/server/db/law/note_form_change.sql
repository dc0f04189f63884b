-- A response whose columns must be written again. Intake notes new ones itself.
create or replace function note_form_change() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into form_change select survey_id, id from changed;
  return null;
end $$;
create or replace trigger note_change after update on form referencing old table as changed
  for each statement execute function note_form_change();
create or replace trigger note_deletion after delete on form referencing old table as changed
  for each statement execute function note_form_change();
create or replace trigger note_change after update on form_doc referencing old table as changed
  for each statement execute function note_form_change();
