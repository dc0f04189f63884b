-- The life of a survey after publishing (product.md §4): its moves, its period, who may answer, and its texts by language.

-- The text for a caller that takes one only: the default language, else the first there is.
create function first_text(texts jsonb) returns text language sql immutable parallel safe return coalesce(
  texts ->> 'en',
  (select value from jsonb_each_text(case jsonb_typeof(texts) when 'object' then texts end) with ordinality
    order by ordinality limit 1));

-- The texts after a plain one was set, which is that of the default language.
create function with_plain_text(texts jsonb, plain text) returns jsonb language sql immutable parallel safe return case
  when plain is null then null
  when plain = first_text(texts) then texts
  else case jsonb_typeof(texts) when 'object' then texts else '{}' end || jsonb_build_object('en', plain) end;

alter table survey
  -- {"title": {"en": "..."}, "description": {...} or null, "summary": {...} or null}
  add column texts jsonb,
  add column grace_hours int not null default 0 check (grace_hours between 0 and 8760),
  add column participant_limit int check (participant_limit between 1 and 10000000),
  add column participant_required boolean not null default false,
  -- Those who answered, kept with every intake: each participant once, and each response without one. Pilots do not count.
  add column participant_count int not null default 0,
  add column closed_at timestamptz,
  -- Of the last move, where it needed one.
  add column status_reason text check (length(status_reason) between 1 and 1000);

update survey set
  texts = jsonb_build_object('title', with_plain_text(null, title), 'description', with_plain_text(null, description),
    'summary', with_plain_text(null, summary)),
  participant_count = (
    select count(distinct participant_id) + count(*) filter (where participant_id is null) from form
    where form.survey_id = survey.id and not is_pilot and form.status <> 'DRAFT'),
  closed_at = case when status in ('CLOSED', 'ARCHIVED') then updated_at end;

alter table survey
  alter column texts set not null,
  add constraint survey_texts check (jsonb_typeof(texts -> 'title') = 'object' and texts -> 'title' <> '{}'),
  add constraint survey_participants check (participant_count <= participant_limit),
  add constraint survey_closed check ((closed_at is not null) = (status in ('CLOSED', 'ARCHIVED'))),
  -- Searches find a survey by its title in any language.
  add column titles_folded text generated always as (fold(texts -> 'title')) stored;
create index on survey using gin (titles_folded gin_trgm_ops);
create index survey_ending on survey (ends_at) where status in ('PUBLISHED', 'PAUSED');

-- The plain texts and those by language never disagree, whichever of them a statement sets.
create function survey_texts_agree() returns trigger language plpgsql as $$
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
create trigger survey_texts_agree before insert or update of texts, title, description, summary on survey
  for each row execute function survey_texts_agree();

-- The moves of domain/survey-life.ts. What leaves the end of collecting says why.
create function survey_moves() returns trigger language plpgsql as $$
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
create trigger survey_moves before update of status on survey
  for each row when (old.status is distinct from new.status) execute function survey_moves();

-- Those who may answer; without rows, all may.
create table survey_participant (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null references person on delete cascade,
  primary key (survey_id, participant_id)
);
create index on survey_participant (participant_id);

-- Lists leave pilots out unless they are asked for: their keys still come from the index alone.
do $$
declare
  kept record;
begin
  for kept in
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = 'form'::regclass and pg_get_expr(indpred, indrelid) like '%DRAFT%'
  loop
    execute format('drop index %s', kept.name);
    execute case when kept.made like '% INCLUDE (survey_id) %' then replace(kept.made, 'INCLUDE (survey_id)', 'INCLUDE (survey_id, is_pilot)')
      else replace(kept.made, ' WHERE ', ' INCLUDE (is_pilot) WHERE ') end;
  end loop;
end $$;
