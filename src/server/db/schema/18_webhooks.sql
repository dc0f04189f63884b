-- Webhooks: other systems that are told of what happens here.

-- A receiver, and what it wants to hear.
create table webhook (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null check (events <> '{}'),
  -- Null: all surveys, and what belongs to none.
  survey_ids bigint[] check (survey_ids <> '{}'),
  with_answers boolean not null default false,
  -- Who saved it last: answers come as far as this person may see them.
  rights_of bigint references person on delete set null,
  -- Sealed (server/secrets.ts). The one before signs too, for a day.
  secret bytea not null,
  former_secret bytea, former_until timestamptz,
  -- Since when it takes nothing, until when it is left alone, and since when it waits for a person.
  failing_since timestamptz,
  rests_until timestamptz,
  paused_at timestamptz,
  like changed_record including all
);
create index on webhook (rights_of);

-- What a receiver is told, written in the transaction of what it tells of, and then kept for some time as its log.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook on delete cascade,
  -- By which a receiver knows a message that comes twice.
  message uuid not null default gen_random_uuid(),
  event text not null,
  -- Those about one subject are sent one after the other.
  subject_id bigint not null,
  about jsonb not null,
  at timestamptz not null default now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  -- The next try: each one moves it on before it begins.
  next_at timestamptz not null default now(),
  tries int not null default 0,
  -- Of the latest try.
  code text, status int, answer text, milliseconds int
);
create index on webhook_delivery (webhook_id, id);
create index on webhook_delivery (webhook_id, subject_id, id) where state = 'WAITING';
create index webhook_waiting on webhook_delivery (webhook_id, id) where state = 'WAITING';
