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
  foreign key (survey_id, location_id) references form (survey_id, id)
);
create unique index manual_payment_reference on manual_payment (survey_id, lower(reference)) where reference is not null;
create index on manual_payment (survey_id, location_id);
create index on manual_payment (upload_id);
call append_only('manual_payment');

-- When the books were last looked through, and what was wrong with them.
create table books_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  milliseconds int not null,
  -- The rules that are broken, each with the first rows that show it.
  broken jsonb not null
);
create index on books_check (at desc);
call append_only('books_check');

-- A statement reads the transfers of one account in their order.
create index transfer_credit on transfer (credit_account, id);
create index transfer_debit on transfer (debit_account, id);
