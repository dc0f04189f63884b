-- Tokens by which other programs read the responses to one survey (OData). Only the hash of a token is kept.

create table feed_token (
  id bigint primary key default nextval('thing_id'),
  survey_id bigint not null references survey on delete cascade,
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Whether it reads personal answers and phones, as far as its maker may read them.
  personal boolean not null,
  created_by bigint not null references person,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index on feed_token (survey_id, id desc);
create index on feed_token (created_by);
