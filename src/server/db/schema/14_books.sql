-- The books that prove it, and the kept sums of payments.

-- One account of the books, with what was booked on either side.
create table account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('OPENING', 'FUNDER', 'FLOAT', 'HELD', 'RESERVED', 'SPENT', 'FEES', 'SUSPENSE')),
  provider text not null references provider,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  batch_id bigint references batch,
  survey_id bigint references survey,
  name text not null unique
    generated always as (kind || ':' || provider || ':' || currency || coalesce(':' || coalesce(batch_id, survey_id)::text, '')) stored,
  normal_side text not null generated always as (case when kind in ('OPENING', 'FUNDER') then 'CREDIT' else 'DEBIT' end) stored,
  no_overdraft boolean not null generated always as (kind not in ('OPENING', 'FUNDER', 'SUSPENSE')) stored,
  debits amount_sum not null default 0,
  credits amount_sum not null default 0,
  constraint account_currency unique (id, currency),
  constraint account_owner check (
    (batch_id is not null) = (kind in ('HELD', 'RESERVED')) and (survey_id is not null) = (kind = 'SPENT')),
  constraint account_no_overdraft check (
    not no_overdraft or case normal_side when 'DEBIT' then debits - credits else credits - debits end >= 0),
  constraint account_known_currency foreign key (currency) references currency
);
-- Only transfers move balances.
revoke insert, update, delete on account from canvass_app;
grant insert (kind, provider, currency, batch_id, survey_id) on account to canvass_app;
create index on account (batch_id) where batch_id is not null;
create index on account (survey_id) where survey_id is not null;
create trigger stays before delete on account for each statement execute function refuse_change();

-- What each kind of transfer may move money between.
create table transfer_kind (
  kind text primary key,
  from_kind text not null,
  to_kind text not null,
  -- The state of the attempt whose money it moves; null: it belongs to no attempt.
  attempt_state text
);
revoke insert, update, delete on transfer_kind from canvass_app;

-- Money comes into the floats, and leaves them, by two people: one asks with a reference and a document, another confirms.
create table funding (
  id bigint generated always as identity primary key,
  -- The float that money leaves, and the one that it comes into. A side that is null is outside.
  from_provider text check (from_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  from_currency text check (from_currency ~ '^[A-Z]{3}$'),
  from_minor amount_sum check (from_minor > 0),
  into_provider text check (into_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  into_currency text check (into_currency ~ '^[A-Z]{3}$'),
  into_minor amount_sum check (into_minor > 0),
  -- The account on the other side: OPENING is what the float held when the house began with it, FEES are what the provider took, SUSPENSE what nothing explains yet.
  counter text not null default 'FUNDER' constraint funding_counter check (counter = 'FUNDER' or num_nulls(from_minor, into_minor) = 1
    and (counter = 'SUSPENSE' or counter = 'FEES' and into_minor is null
      or counter = 'OPENING' and from_minor is null and file_id is not null and coalesce(note, '') ~ '\S')),
  kind text not null generated always as (case when counter = 'FEES' then 'FEE' when counter = 'OPENING' then counter when num_nulls(from_minor, into_minor) = 0
    then 'TRANSFER' when from_minor is null then case counter when 'FUNDER' then 'TOPUP' else 'SURPLUS' end
    when counter = 'FUNDER' then 'WITHDRAWAL' else 'SHORTAGE' end) stored,
  -- Of the bank or the provider: what tells this movement from any other.
  reference text not null,
  -- The day on which the money moved, by the document.
  day date not null,
  -- What shows it: a file, or its words.
  file_id bigint references file,
  note text,
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person,
  asked_at timestamptz not null default now(),
  decided_by bigint references person,
  decided_at timestamptz,
  decision_text text,
  constraint funding_sides check (num_nulls(from_provider, from_currency, from_minor) in (0, 3)
    and num_nulls(into_provider, into_currency, into_minor) in (0, 3) and num_nulls(from_minor, into_minor) < 2
    and (from_provider, from_currency) is distinct from (into_provider, into_currency)),
  -- Between floats of one currency nothing is lost on the way.
  constraint funding_whole check (from_currency <> into_currency or from_minor = into_minor),
  constraint funding_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint funding_from_currency foreign key (from_currency) references currency,
  constraint funding_into_currency foreign key (into_currency) references currency,
  constraint funding_document check (file_id is not null or coalesce(note, '') ~ '\S'),
  constraint funding_reference_check check (reference ~ '\S')
);
-- The same movement is asked for once, until it is refused.
create unique index funding_reference on funding
  (lower(reference), coalesce(into_provider, from_provider), coalesce(into_currency, from_currency)) where status <> 'REFUSED';
create unique index funding_opening on funding (into_provider, into_currency) where counter = 'OPENING' and status <> 'REFUSED';
create index on funding (file_id);
create index on funding (asked_by);
create index on funding (decided_by);
create index on funding (status, id desc);
revoke update, delete on funding from canvass_app;
grant update (status, decided_by, decided_at, decision_text) on funding to canvass_app;
call keeps_moments('funding', 'asked_at', 'decided_at');

-- One row carries both sides: there is no unbalanced entry. Laws prove its accounts and its attempt: a foreign key took 23 % more
-- time for each account, 38 % for the attempt.
create table transfer (
  id bigint generated always as identity primary key,
  kind text not null,
  credit_account bigint not null,
  debit_account bigint not null,
  currency text not null,
  -- That of a hold is the sum of its batch.
  amount_minor amount_sum not null check (amount_minor > 0),
  payable_id bigint,
  attempt_no int,
  at timestamptz not null default now(),
  funding_id bigint references funding,
  constraint transfer_sides check (credit_account <> debit_account),
  constraint transfer_whole check ((payable_id is null) = (attempt_no is null)),
  constraint transfer_funding check ((funding_id is not null) = (kind in ('opening', 'topup', 'withdraw', 'fee', 'surplus', 'shortage')))
);
create unique index transfer_once on transfer (payable_id, kind, attempt_no) where payable_id is not null;
create unique index transfer_hold on transfer (debit_account) where kind = 'hold';
call append_only('transfer');
create unique index transfer_funded on transfer (funding_id, kind) where funding_id is not null;
-- In the order of the lines of a statement, from the first of a day on.
create index transfer_debit_at on transfer (debit_account, at, id);
create index transfer_credit_at on transfer (credit_account, at, id);
call keeps_moments('transfer', 'at');

-- Days (UTC) of an account. Those of batches have no statement.
create table account_day (
  account_id bigint not null references account,
  day date not null,
  debits amount_sum not null,
  credits amount_sum not null,
  debit_lines bigint not null,
  credit_lines bigint not null,
  primary key (account_id, day)
);
revoke insert, update, delete on account_day from canvass_app;

-- When the books were last looked through, and what was wrong with them.
create table books_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  milliseconds int not null,
  -- The rules that are broken, each with the first rows that show it.
  broken jsonb not null,
  -- The sealed trail up to this block was as it was sealed: the next look goes on from there. `npm run audit:verify` proves all.
  proven_block bigint
);
create index on books_check (at desc);
call append_only('books_check');
call keeps_moments('books_check', 'at');

-- Payments by survey, status and currency.
call counter('payable_counter', 'survey_id bigint, status text, currency text', 'n bigint not null, amount_minor amount_sum not null');

-- Payments by the day on which they became owed (UTC).
call counter('payable_day', 'day date, survey_id bigint, provider text, status text, currency text',
  'n bigint not null, amount_minor amount_sum not null');
create index on payable_day (day) where slot <> 0;

-- How many of the open payments a person signed so that another one must take the next step.
call counter('signer_counter', 'actor_id bigint, survey_id bigint, status text, currency text',
  'n bigint not null, amount_minor amount_sum not null');
