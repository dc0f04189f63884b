-- Personal data that is erased for good.

-- What one person asked for, another one confirmed, and the worker did: of all responses and payees of a survey, or of one person.
-- With `months` it is the retention of a survey: done so long after each closing of it (`erasure_due`), in force until it ends.
create table erasure (
  id bigint generated always as identity primary key,
  survey_id bigint references survey on delete cascade, person_id bigint references person,
  months int check (months between 1 and 600),
  reason text not null check (reason ~ '\S' and length(reason) <= 1000),
  -- What there was to erase when it was asked for.
  report jsonb not null check (jsonb_typeof(report) = 'object'),
  status text not null default 'ASKED' check (status in ('ASKED', 'REFUSED', 'CONFIRMED', 'DONE', 'ENDED')),
  asked_by bigint not null references person, asked_at timestamptz not null default now(),
  decided_by bigint references person, decided_at timestamptz, done_at timestamptz,
  -- The transaction that erases right now: laws about what never changes let it (`erasing`).
  xid xid8,
  constraint erasure_of check (num_nonnulls(survey_id, person_id) = 1 and num_nonnulls(months, person_id) < 2),
  constraint erasure_by_two check (status in ('ASKED', 'REFUSED') or coalesce(decided_by <> asked_by, false)),
  constraint erasure_done check (months is not null or (status = 'DONE') = (done_at is not null))
);
-- A new retention waits beside the one in force.
create unique index erasure_open on erasure (survey_id, person_id, (case when months is not null then status end)) nulls not distinct
  where status in ('ASKED', 'CONFIRMED');
create index on erasure (survey_id);
create index on erasure (person_id);
create index on erasure (asked_by);
create index on erasure (decided_by);
revoke insert, update, delete on erasure from canvass_app;
grant insert (survey_id, person_id, months, reason, report, asked_by), update (status, decided_by, decided_at, done_at) on erasure to canvass_app;
