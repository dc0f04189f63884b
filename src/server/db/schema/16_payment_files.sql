-- Payments that people take to a provider as a file, and the files that say what became of them.

-- One file of ours, asked for by one person and released by another.
create table payment_file (
  id bigint generated always as identity primary key,
  provider text not null references provider, currency text not null references currency,
  -- Its acts move it on (`payment_file_act`); ANSWERED: a result was taken in.
  status text not null default 'ASKED' check (status in ('ASKED', 'REFUSED', 'RELEASED', 'TAKEN_BACK', 'ANSWERED')),
  -- How it is written: it is offered again with the next file of this provider.
  mapping jsonb not null,
  lines int not null check (lines > 0), sum_minor bigint not null,
  asked_by bigint not null references person, asked_at timestamptz not null default now()
);
create unique index payment_file_open on payment_file (provider) where status in ('ASKED', 'RELEASED');
create index on payment_file (provider, id);
create index on payment_file (asked_by);
revoke update, delete on payment_file from canvass_app;
call keeps_moments('payment_file', 'asked_at', 'status');

-- The payments in it.
create table payment_file_line (
  payment_file_id bigint not null references payment_file, no int not null check (no > 0), attempt_id bigint not null references attempt,
  primary key (payment_file_id, no),
  constraint payment_file_line_once unique (attempt_id, payment_file_id)
);
call append_only('payment_file_line');

-- What people did with it. The bytes are made when it is released, not before.
create table payment_file_act (
  payment_file_id bigint not null references payment_file, file_id bigint references file,
  act text not null check (act in ('RELEASE', 'REFUSE', 'ASK_BACK', 'TAKE_BACK')),
  person_id bigint not null references person, at timestamptz not null default now(),
  primary key (payment_file_id, act),
  constraint payment_file_act_bytes check ((act = 'RELEASE') = (file_id is not null))
);
create index on payment_file_act (person_id);
create index on payment_file_act (file_id);
call append_only('payment_file_act');
call keeps_moments('payment_file_act', 'at');

-- One file of the provider about the payments of one file of ours, read once in each way.
create table payment_result (
  id bigint generated always as identity primary key,
  payment_file_id bigint not null references payment_file, file_id bigint not null references file, sha256 bytea not null,
  mapping jsonb not null, report jsonb not null,
  taken_by bigint not null references person, taken_at timestamptz not null default now(),
  constraint payment_result_once unique (payment_file_id, sha256, mapping)
);
create index on payment_result (file_id);
create index on payment_result (taken_by);
call append_only('payment_result');
call keeps_moments('payment_result', 'taken_at');

-- The answer that pays is one that a call got, or a line of a result.
alter table provider_event add column result_id bigint references payment_result,
  add constraint provider_event_paid check ((paid_ref is not null) = (reading is not distinct from 'SUCCEEDED')
    and (paid_ref is null or coalesce(answer <> '' and case when result_id is null then http_status between 200 and 299 else http_status is null end, false)));
create index on provider_event (result_id) where result_id is not null;
grant insert (result_id) on provider_event to canvass_app;
