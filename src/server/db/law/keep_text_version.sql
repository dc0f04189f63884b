create or replace function keep_text_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into rich_text_version (text_id, version, title, body, saved_at, saved_by)
  values (new.id, new.version, new.title, new.body, new.updated_at, new.updated_by);
  return null;
end $$;
create or replace trigger keep_version after insert or update of version on rich_text
  for each row execute function keep_text_version();
