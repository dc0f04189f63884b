-- The plain texts and those by language never disagree, whichever of them a statement sets.
create or replace function survey_texts_agree() returns trigger language plpgsql as $$
begin
  if new.texts is not distinct from old.texts then
    new.texts := jsonb_build_object(
      'title', with_plain_text(old.texts -> 'title', new.title),
      'description', with_plain_text(old.texts -> 'description', new.description),
      'summary', with_plain_text(old.texts -> 'summary', new.summary));
  end if;
  new.title := first_text(new.texts -> 'title');
  new.description := first_text(new.texts -> 'description');
  new.summary := first_text(new.texts -> 'summary');
  return new;
end $$;
create or replace trigger survey_texts_agree before insert or update of texts, title, description, summary on survey
  for each row execute function survey_texts_agree();
