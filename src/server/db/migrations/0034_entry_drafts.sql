-- Responses that a person has begun to enter: their own, one for each survey, and no response yet. So no total, list or file
-- of responses knows of them.

create table entry_draft (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  owner_id bigint not null references person on delete cascade,
  -- That it was filled in with.
  survey_version int not null,
  -- The name that its response will have.
  client_uuid text not null,
  -- Who was asked, when and where; its answers may still be wrong.
  work jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint entry_draft_once unique (survey_id, owner_id)
);
create index on entry_draft (owner_id, updated_at desc);

-- The draft that names the file, which is kept as long as the draft.
alter table attachment add column draft_id bigint references entry_draft on delete set null;
create index on attachment (draft_id) where draft_id is not null;
grant update (draft_id) on attachment to canvass_app;
