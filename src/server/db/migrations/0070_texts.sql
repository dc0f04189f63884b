-- Texts that surveys use again and again: what people agree to, how they answer, what is said at the end. Each is kept in
-- several languages, as the Markdown of `domain/markdown.ts`.

create table rich_text (
  like titled_record including all,
  code text not null collate natural_order check (code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  kind text not null check (kind in ('CONSENT', 'INSTRUCTIONS', 'MESSAGE')),
  -- By language.
  body jsonb not null check (jsonb_typeof(body) = 'object' and body <> '{}'),
  updated_by bigint references person on delete set null,
  constraint rich_text_code_key unique (code),
  -- What uses a text names its kind too, so that no survey ends with the words of a consent.
  constraint rich_text_kind unique (id, kind)
);
alter table rich_text drop column description;
create index on rich_text (updated_by);
call listed('rich_text', '{title,code,kind,created_at,updated_at}', '{title,code}');

-- Every save, by whatever way it comes.
create table rich_text_version (
  text_id bigint not null references rich_text on delete cascade,
  version int not null,
  title text not null,
  body jsonb not null,
  saved_at timestamptz not null,
  saved_by bigint references person on delete set null,
  primary key (text_id, version)
);
create index on rich_text_version (saved_by);
revoke insert, update, delete, truncate on rich_text_version from canvass_app;

create function keep_text_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into rich_text_version (text_id, version, title, body, saved_at, saved_by)
  values (new.id, new.version, new.title, new.body, new.updated_at, new.updated_by);
  return null;
end $$;
create trigger keep_version after insert or update of version on rich_text
  for each row execute function keep_text_version();

alter table survey
  add consent_text_id bigint,
  add consent_kind text generated always as ('CONSENT') stored,
  add instructions_text_id bigint,
  add instructions_kind text generated always as ('INSTRUCTIONS') stored,
  add closing_text_id bigint,
  add closing_kind text generated always as ('MESSAGE') stored,
  add constraint survey_consent_text foreign key (consent_text_id, consent_kind) references rich_text (id, kind),
  add constraint survey_instructions_text foreign key (instructions_text_id, instructions_kind) references rich_text (id, kind),
  add constraint survey_closing_text foreign key (closing_text_id, closing_kind) references rich_text (id, kind);
create index on survey (consent_text_id, id);
create index on survey (instructions_text_id, id);
create index on survey (closing_text_id, id);
