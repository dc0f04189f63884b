-- Payments: what is owed, who let it go, and how it went to the provider.

-- Payments that people enter by hand, one by one or from a file: what they are for, beside the payable itself.
create table payment_upload (
  id bigint generated always as identity primary key,
  -- The same file is one upload.
  sha256 bytea not null unique,
  name text not null,
  rows int not null check (rows > 0),
  created_by bigint not null references person,
  created_at timestamptz not null default now()
);
create index on payment_upload (created_by);
call append_only('payment_upload');

-- The app writes each column of a new row but its moments and its number, which the database gives.
create procedure keeps_moments(kept regclass, variadic moments text[]) language plpgsql as $$
begin
  execute format('revoke insert on %s from canvass_app', kept);
  execute (select format('grant insert (%s) on %s to canvass_app', string_agg(quote_ident(attname), ', '), kept)
    from pg_attribute where attrelid = kept and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname <> all(moments));
end $$;
call keeps_moments('payment_upload', 'created_at');

-- The recorded choice about responses that no full set came of when their survey ended.
create table leftover (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  choice text not null check (choice in ('PAY_PRO_RATA', 'DROP')),
  participants int not null check (participants > 0),
  responses int not null check (responses >= participants),
  decided_by bigint references person on delete set null,
  decided_at timestamptz not null default now()
);
create index on leftover (survey_id);
create index on leftover (decided_by);
revoke insert, update, delete on leftover from canvass_app;
grant insert (survey_id, choice, participants, responses, decided_by) on leftover to canvass_app;

-- What is owed for responses, or by hand: one row is one payment.
create table payable (
  id bigint primary key default nextval('thing_id'),
  kind text not null default 'INDIVIDUAL' check (kind in ('INDIVIDUAL', 'GROUPED', 'MANUAL')),
  -- What callers know a manual payment by (payments.md §1.5). It begins like no number.
  name text check (name ~ '^MAN-[0-9A-Z]{1,40}$'),
  survey_id bigint not null references survey,
  participant_id bigint references person,
  msisdn text check (msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  -- What is sent, and what of it pays for cashing out the rest: the payee gets the full amount in the hand.
  amount_minor amount not null,
  charge_minor bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider text not null references provider check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  status text not null default 'ELIGIBLE' check (status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING',
    'SUCCESSFUL', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSING', 'REVERSED')),
  -- Why it was rejected or why it failed: a code, and what the person wrote.
  reason text,
  reason_text text,
  -- One pass through the people; only a new round starts over.
  round int not null default 1,
  -- SHA-256 of what people sign; every step carries the same.
  facts_hash bytea not null,
  like changed_record including all,
  -- How many responses a set has: the survey's count, or those left over.
    set_size int check (set_size > 0),
  leftover_id bigint references leftover,
  -- Until it is put forward, a payable goes to the phone that its participant has. A given one stays.
    phone_from text not null default 'PARTICIPANT' check (phone_from in ('PARTICIPANT', 'GIVEN')),
  -- The reversed payment that two people owe again by this one.
  follows bigint constraint payable_follows_once unique references payable,
  constraint payable_charge check (charge_minor >= 0 and charge_minor < amount_minor),
  constraint payable_name check ((name is not null) = (kind = 'MANUAL')),
  constraint payable_set check ((kind = 'GROUPED') = (set_size is not null) and (leftover_id is null or kind = 'GROUPED')),
  constraint payable_currency foreign key (currency) references currency,
  -- A payment that was opened again after its payee was erased has no phone. When the provider pays an earlier try of it
  -- after all, the payment is paid: that try has the phone.
  constraint payable_phone check (
    msisdn is not null or status in ('ELIGIBLE', 'REJECTED', 'CANCELLED', 'SUCCESSFUL', 'REVERSING', 'REVERSED'))
);
create index on payable (updated_at desc, id desc);
create index on payable (status, updated_at desc, id desc);
create index on payable (survey_id, updated_at desc, id desc);
create index on payable (survey_id, status, updated_at desc, id desc);
create index on payable (status, id);
-- The facts never change; what changes, changes by the rules below.
revoke update, delete on payable from canvass_app;
grant update (status, reason, reason_text, version, updated_at, round, msisdn, amount_minor, charge_minor, phone_from, provider, facts_hash)
  on payable to canvass_app;
create index on payable (leftover_id) where leftover_id is not null;
create index on payable (msisdn) where msisdn is not null;
create unique index payable_name_key on payable (name) where name is not null;
create index payable_created on payable (created_at, id) include (status, currency, amount_minor);
create index payable_amount on payable (amount_minor, id) include (status, currency);
-- Few payments have a reason, or no phone.
create index payable_reasoned on payable (id) where reason is not null;
create index payable_no_phone on payable (survey_id, status, currency) include (amount_minor) where msisdn is null;
create index payable_charged on payable (updated_at) where charge_minor > 0;
create index payable_participant on payable (participant_id);
call keeps_moments('payable', 'created_at', 'updated_at');
create trigger stays before delete on payable for each statement execute function refuse_change();

-- Which responses a payable pays. A response is in one live payable at most.
create table payable_response (
  payable_id bigint not null references payable,
  survey_id bigint not null,
  response_id bigint not null,
  released_at timestamptz,
  primary key (payable_id, response_id),
  foreign key (survey_id, response_id) references form (survey_id, id)
);
create unique index payable_response_live on payable_response (response_id) where released_at is null;
create index on payable_response (survey_id, response_id);
revoke update, delete on payable_response from canvass_app;
call keeps_moments('payable_response', 'released_at');

-- Approvals of one participant in one survey queue at this row, so that two of them see each other's responses.
create table set_payee (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null,
  primary key (survey_id, participant_id)
);
revoke update, delete on set_payee from canvass_app;
-- A lock needs it; no row changes.
grant update (survey_id) on set_payee to canvass_app;

-- A response that was dropped is never paid, also when its survey opens again.
create table dropped_response (
  response_id bigint primary key,
  survey_id bigint not null,
  leftover_id bigint not null references leftover on delete cascade,
  foreign key (survey_id, response_id) references form (survey_id, id) on delete cascade
);
create index on dropped_response (survey_id, response_id);
create index on dropped_response (leftover_id);
revoke update, delete on dropped_response from canvass_app;

-- What was entered for a payment by hand.
create table manual_payment (
  payable_id bigint primary key references payable,
  survey_id bigint not null references survey,
  -- The visit that it is for, where there is one.
  location_id bigint,
  upload_id bigint references payment_upload,
  recipient_name text,
  -- What the caller calls it: once in each survey.
  reference text check (reference <> ''),
  reason text not null,
  reason_text text,
  -- Why it is made although there is another one for the same visit and phone.
  override_reason text,
  foreign key (survey_id, location_id) references form (survey_id, id),
  constraint manual_payment_reason_check check (reason ~ '\S')
);
create unique index manual_payment_reference on manual_payment (survey_id, lower(reference)) where reference is not null;
create index on manual_payment (survey_id, location_id);
create index on manual_payment (upload_id);
call append_only('manual_payment');

-- What people look for in a list: a part of the recipient, the reference or the purpose.
create function entry_words(recipient_name text, reference text, reason text, reason_text text) returns text
  language sql immutable parallel safe
  return fold(coalesce(recipient_name, '') || E'\n' || coalesce(reference, '') || E'\n' || coalesce(reason_text, '')
    || E'\n' || case reason when 'OTHER' then '' else reason end);
create index on manual_payment using gin (entry_words(recipient_name, reference, reason, reason_text) gin_trgm_ops);

-- Actions of people on a payable, the right that each needs, and the duty that it gives in a round.
create table payment_step (step text primary key, permission text not null, duty text);
revoke insert, update, delete on payment_step from canvass_app;

-- Every lawful change of status, and the step that makes it; null: the house does.
create table payable_move (
  from_status text not null,
  to_status text not null,
  step text,
  next_round boolean not null default false,
  constraint payable_move_once unique nulls not distinct (from_status, to_status, step)
);

-- The steps that a payable of a status must show, of its current round and with its current facts.
create table payable_signature (status text not null, step text not null, primary key (status, step));
-- Every change of state that provider and worker make of an attempt.
create table attempt_move (from_state text not null, to_state text not null, primary key (from_state, to_state));
revoke insert, update, delete on payable_move, payable_signature, attempt_move from canvass_app;

-- One person's signature under a payment, in one of its rounds. Laws prove its payment: a foreign key took 28 % more time.
create table step (
  payable_id bigint not null,
  round int not null,
  step text not null,
  level int not null default 1 check (level > 0),
  actor_id bigint not null references person,
  -- The actor's role at the time.
  role text not null,
  facts_hash bytea not null,
  at timestamptz not null default now(),
  -- A signature of the round before, which a new try with the same facts keeps.
    carried boolean not null default false,
  constraint step_once primary key (payable_id, round, step, level)
);
create index on step (actor_id);
call append_only('step');
call keeps_moments('step', 'at');

-- What was authorized together: it has its own accounts, so that batches do not wait for each other.
create table batch (
  id bigint generated always as identity primary key,
  created_by bigint not null references person,
  created_at timestamptz not null default now()
);
create index batch_created_by on batch (created_by);
revoke update, delete on batch from canvass_app;
call keeps_moments('batch', 'created_at');

-- One try to pay a payment at a provider.
create table attempt (
  id bigint generated always as identity primary key,
  payable_id bigint not null references payable,
  no int not null check (no > 0),
  batch_id bigint not null references batch,
  -- Committed before a byte is sent, and the same in every send: the provider pays it once at most.
  client_ref uuid not null,
  provider text not null,
  msisdn text not null,
  amount_minor amount not null,
  currency text not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RECALLED')),
  -- Grows whenever a worker takes the attempt in hand: what an earlier holder writes meets no row.
  fence int not null default 0,
  -- When it is due to be sent or asked about; while a worker has it in hand, when its lease ends; infinity, while only a
  -- person can help.
  next_at timestamptz not null default now(),
  -- Sends that may have reached the provider.
  sends int not null default 0,
  -- Status calls since the last send.
  polls int not null default 0,
  provider_ref text,
  reason text,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  final_at timestamptz,
  -- What the provider stated in its last answer that money moved.
    paid_minor amount,
  paid_currency text,
  paid_msisdn text,
  -- Two people settled it (`finding`).
    resolved boolean not null default false,
  -- A provider may say how often its handle may be asked for.
  poll_limit int check (poll_limit >= 0),
  -- Sends that the provider turned away at its door.
    turned_away int not null default 0,
  -- A person says that it was paid by hand, at this provider or cash point: no worker and no file takes it.
  is_outside boolean not null default false,
  constraint attempt_no unique (payable_id, no),
  constraint attempt_proven check (state <> 'SUCCESSFUL' or resolved or (provider_ref is not null
      and paid_minor is not null and paid_minor = amount_minor and paid_currency is not null and paid_currency = currency
      and coalesce(paid_msisdn, msisdn) = msisdn)),
  constraint attempt_refused check (state <> 'FAILED' or resolved or reason is not null),
  constraint attempt_counts check (turned_away between 0 and sends and polls >= 0),
  constraint attempt_ended check ((final_at is not null) = (state in ('SUCCESSFUL', 'FAILED', 'RECALLED')))
);
create unique index attempt_live on attempt (payable_id) where state not in ('FAILED', 'RECALLED');
create index on attempt (requested_at, id);
create index on attempt (amount_minor, id);
create index on attempt (state, id);
call keep_count('attempt');
revoke update, delete on attempt from canvass_app;
grant update (state, fence, next_at, sends, polls, poll_limit, turned_away, provider_ref, reason, sent_at, final_at, paid_minor,
  paid_currency, paid_msisdn, resolved) on attempt to canvass_app;
create index on attempt (batch_id);
-- A failure is looked at again later: some providers pay after all.
create index attempt_late on attempt (provider, next_at) where state = 'FAILED' and next_at < 'infinity';
create index attempt_reasoned on attempt (payable_id) where reason is not null and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN');
create unique index attempt_client_ref on attempt (client_ref, (case state when 'RECALLED' then id else 0 end));
create index attempt_outside on attempt (payable_id) where is_outside and state = 'QUEUED';
create index attempt_to_send on attempt (provider, next_at) where state = 'QUEUED';
create index attempt_to_ask on attempt (provider, next_at) where state in ('SENDING', 'SENT', 'UNKNOWN');
-- An attempt begins with nothing of all that its worker writes.
call keeps_moments('attempt', 'requested_at', 'sent_at', 'final_at', 'next_at', 'fence', 'sends', 'turned_away', 'polls',
  'poll_limit', 'provider_ref', 'reason', 'paid_minor', 'paid_currency', 'paid_msisdn', 'resolved');
-- One payment at the provider pays one attempt here.
create unique index attempt_reference on attempt (provider_ref, provider) where provider_ref is not null;
create trigger stays before delete on attempt for each statement execute function refuse_change();

-- What a provider answered about a try, without credentials and phones: the evidence of its outcome.
create table provider_event (
  id bigint generated always as identity,
  payable_id bigint not null,
  attempt_no int not null,
  at timestamptz not null default now(),
  -- What it was asked: `GET /transactions/REF-1`.
  question text not null check (length(question) <= 400),
  -- Null: no whole answer came, and `answer` is why.
  http_status int check (http_status between 100 and 999),
  answer text not null check (octet_length(answer) <= 4096),
  is_cut boolean not null,
  -- What the last answer of a question meant, and what it calls the payment that it states.
  reading text check (reading in ('ACCEPTED', 'SUCCEEDED', 'FAILED_DEFINITE', 'UNKNOWN', 'RATE_LIMITED', 'NOT_FOUND',
    'NAME_AGREES', 'NAME_DIFFERS')),
  paid_ref text,
  primary key (payable_id, attempt_no, id),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no)
);
-- Of the last year no answer goes, whatever is told to go; older ones go by months (`forget_answers`).
create trigger append_only before update or truncate on provider_event for each statement execute function refuse_change();
create trigger answer_stays before delete on provider_event for each row when (old.at > now() - interval '1 year') execute function refuse_change();
revoke update, delete, truncate on provider_event from canvass_app;
create index on provider_event using brin (at);
call keeps_moments('provider_event', 'at');

-- Part of a phone is searched for in the phones that payments go to, each of them once: an index of parts on `payable` would
-- be written again at each change of a payment.
create table payee_phone (msisdn text primary key);
create index on payee_phone using gin (msisdn gin_trgm_ops);
revoke insert, update, delete, truncate on payee_phone from canvass_app;

-- Payments that something may hold up: their participant's phone changed or their response was taken back meanwhile. All
-- others have no hold but a missing phone, so that what waits for a person is known without a look at each.
create table doubtful_payable (payable_id bigint primary key references payable);
revoke insert, update, delete on doubtful_payable from canvass_app;

-- Runs that people make: what a run is about is chosen and frozen first, looked at, and started by the same person.
create table payment_selection (
  id bigint generated always as identity primary key,
  step text not null references payment_step,
  -- How it was chosen: by ids, by the filter of the list, from a file, or what another run left.
  source jsonb not null,
  made_by bigint not null references person,
  made_at timestamptz not null default now(),
  size int not null check (size between 0 and 1000000),
  -- Per currency, in minor units as text.
  sums jsonb not null,
  survey_ids bigint[] not null,
  -- Rows of the file that name no payment, and where in the file the others are.
  file_rows jsonb not null default '[]'
);
create index on payment_selection (made_by);
create index on payment_selection (made_at);
-- A selection that was never started goes; what a run was about never changes.
revoke update on payment_selection from canvass_app;
call keeps_moments('payment_selection', 'made_at');

-- Each part is one chunk of the run, with the versions that the person saw.
create table payment_selection_part (
  selection_id bigint not null references payment_selection on delete cascade,
  first_id bigint not null,
  ids bigint[] not null,
  versions int[] not null check (cardinality(versions) = cardinality(ids)),
  primary key (selection_id, first_id)
);
alter table payment_selection_part alter column ids set storage external;
revoke update, delete on payment_selection_part from canvass_app;

-- Runs: a step on more payments than one call takes, done by a job in chunks. An authorization holds the money of all its
-- payments from its first chunk on, in as many transactions as it needs, and gives the remainder back when it ends.
create table payment_run (
  job_id bigint primary key references job on delete cascade,
  -- Whose accounts hold the money while the run is under way.
  batch_id bigint references batch,
  -- Sums that the floats are short of: payments of those currencies are refused.
  missing jsonb not null default '[]',
  name text check (length(name) between 1 and 200),
  selection_id bigint references payment_selection,
  -- Takes each step and takes it back.
    is_trial boolean not null default false,
  -- Stopped for good; a run that was only cancelled goes on when its maker wants.
    stopped_at timestamptz,
  -- Done when it was last taken up: the pace is that of the rows since.
    done_before bigint not null default 0
);
create index on payment_run (batch_id) where batch_id is not null;
revoke update, delete on payment_run from canvass_app;
grant update (batch_id, missing, name, stopped_at) on payment_run to canvass_app;
create index on payment_run (selection_id);
-- A selection is started once; it may be tried as often as one likes.
create unique index payment_run_once on payment_run (selection_id) where not is_trial;

-- How many people end a stop of each kind; 0: the house ends it with its cause. `asks`: questions still go out meanwhile.
-- domain/money/payment-stops.ts has the same.
create table payment_stop_kind (
  kind text primary key,
  people int not null,
  asks boolean not null
);
revoke insert, update, delete on payment_stop_kind from canvass_app;

-- Why nothing is sent to a provider, from when to when.
create table payment_stop (
  id bigint generated always as identity primary key,
  -- Null: all providers.
  provider text references provider,
  kind text not null references payment_stop_kind,
  -- A code that says why, and what people are shown of it.
  reason text not null check (reason ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  began_at timestamptz not null default now(),
  -- Null: the house.
  began_by bigint references person,
  ended_at timestamptz,
  ended_by bigint references person,
  constraint payment_stop_beginner check ((began_by is not null) = (kind = 'PAUSED'))
);
create unique index payment_stop_open on payment_stop (coalesce(provider, ''), kind) where ended_at is null;
create index on payment_stop (began_by);
create index on payment_stop (ended_by);
revoke insert, update, delete on payment_stop from canvass_app;
grant insert (provider, kind, reason, details, began_by), update (ended_at) on payment_stop to canvass_app;

-- People who looked at the state that a stop shows and say that sending may go on.
create table payment_stop_confirmation (
  stop_id bigint not null references payment_stop,
  person_id bigint not null references person,
  at timestamptz not null default now(),
  choice text check (choice in ('OWED', 'DROPPED')),
  primary key (stop_id, person_id)
);
create index on payment_stop_confirmation (person_id);
call append_only('payment_stop_confirmation');
revoke insert on payment_stop_confirmation from canvass_app;
grant insert (stop_id, person_id, choice) on payment_stop_confirmation to canvass_app;

-- What people establish about money, with their evidence, where the provider's word is missing: an unclear outcome, money
-- to be got back, and whether it came back. Two people who agree decide.
create table finding (
  id bigint generated always as identity primary key,
  payable_id bigint not null,
  attempt_no int not null,
  outcome text not null check (outcome in ('PAID', 'NOT_PAID', 'REVERSE', 'RECOVERED', 'NOT_RECOVERED', 'OWED')),
  evidence text not null,
  -- What names the letter, statement or receipt.
  document text check (length(document) between 1 and 200),
  file_id bigint references file,
  -- The day on which the money went out, by the document.
  paid_on date,
  actor_id bigint not null references person,
  role text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  -- Words that say something. Rows of before keep what they have.
  constraint finding_evidence_check check (evidence ~ '\S' and length(evidence) <= 2000)
);
create index on finding (payable_id, attempt_no, id);
create index on finding (actor_id);
create index on finding (file_id);
call append_only('finding');
call keeps_moments('finding', 'at');

-- Paid after all, or paid twice: what people have to look at, for ever.
create table incident (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('PAID_LATE', 'PAID_TWICE')),
  payable_id bigint not null,
  attempt_no int not null,
  provider_ref text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint incident_once unique (payable_id, attempt_no, kind)
);
call append_only('incident');
call keeps_moments('incident', 'at');

-- Which copy of the database this is: another system is a copy that was restored, another timeline a standby that took over.
create table database_life (
  id bigint generated always as identity primary key,
  system_id bigint not null,
  timeline int not null,
  began_at timestamptz not null default now()
);
call append_only('database_life');
revoke insert on database_life from canvass_app;

create function timeline_now() returns int language sql volatile
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;

create function system_now() returns bigint language sql volatile return (select system_identifier from pg_control_system());
insert into database_life (system_id, timeline) values (system_now(), timeline_now());

-- A provider in trouble is tried once in a while, by one process. What is wrong with our account there keeps no question back.
create table provider_probe (
  provider text primary key references provider,
  due_at timestamptz not null
);
revoke update, delete on provider_probe from canvass_app;
grant update (due_at) on provider_probe to canvass_app;

-- What a provider said last that our account there holds; null: nothing yet. One process asks, once an hour.
create table provider_balance (
  provider text not null references provider,
  currency text not null references currency,
  amount_minor numeric(38),
  at timestamptz,
  asked_at timestamptz not null default now(),
  primary key (provider, currency)
);
revoke update, delete on provider_balance from canvass_app;
grant update (amount_minor, at, asked_at) on provider_balance to canvass_app;

-- What lets us in at a provider, sealed with a key that is not in the database (secrets.ts).
create table provider_credential (
  provider text not null references provider,
  name text not null,
  sealed bytea not null,
  set_at timestamptz not null default now(),
  set_by bigint not null references person,
  primary key (provider, name)
);
create index on provider_credential (set_by);
revoke update on provider_credential from canvass_app;

create view waiting_response as
  select f.survey_id, f.id, f.participant_id, f.submitted_at, s.aggregation_count as set_size, s.amount_minor, s.currency
  from form f join survey s on s.id = f.survey_id
  where s.survey_type = 'PAID' and s.payment_aggregation = 'GROUPED' and f.status = 'APPROVED' and not f.is_pilot
    and not exists (select from payable_response l where l.response_id = f.id and l.released_at is null)
    and not exists (select from dropped_response d where d.response_id = f.id);
