-- A browser in which a person signed in before: wrong passwords of others do not lock its owner out there. Only the hash
-- of its cookie is kept.
create table known_browser (
  token_hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  used_at timestamptz not null default now()
);
create index on known_browser (person_id, used_at desc);
