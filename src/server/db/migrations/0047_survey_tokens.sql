-- Tokens of programs for one survey: of a collecting app that sends responses, of an analysis that reads them. The token
-- itself is shown once; only its hash is kept.

create table survey_token (
  id bigint primary key generated always as identity,
  survey_id bigint not null references survey on delete cascade,
  kind text not null check (kind in ('COLLECT', 'READ')),
  -- Whose it is, in the words of the person who made it.
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Of a reading token: whether it reads personal answers too.
  personal boolean not null default false check (kind = 'READ' or not personal),
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index on survey_token (survey_id, id);
create index on survey_token (created_by);
-- What it opens is decided when it is made.
revoke update on survey_token from canvass_app;
grant update (revoked_at, last_used_at) on survey_token to canvass_app;
