-- What providers state of the floats, laid beside the books, and the days that people close.

-- One file of a provider about one float. A file of the same bytes is taken once.
create table statement (
  id bigint generated always as identity primary key,
  provider text not null references provider, currency text not null references currency,
  file_id bigint not null references file, sha256 bytea not null,
  -- How its columns are read: it is offered again with the next file of this provider.
  mapping jsonb not null,
  first_at timestamptz not null, last_at timestamptz not null check (last_at >= first_at),
  -- The lines of the file, with those that an earlier one had.
  rows int not null check (rows > 0),
  imported_by bigint not null references person, imported_at timestamptz not null default now(),
  -- The request to book its fees.
  funding_id bigint references funding,
  constraint statement_once unique (provider, currency, sha256)
);
create index on statement (file_id);
create index on statement (imported_by);
create index on statement (funding_id);
call append_only('statement');
call keeps_moments('statement', 'imported_at');

-- Its lines, each with what it was beside our books; MISSING_THERE has no row, as it is a line of ours alone.
create table statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement,
  row int check (row > 0),
  word text not null check (word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE', 'FEE', 'MATCHED')),
  -- What tells it from all other lines of its provider: a line of two files is taken once.
  identity uuid constraint statement_line_once unique,
  at timestamptz not null, our_ref text, provider_ref text, phone text, description text,
  -- Minor units, above zero where money came in: what the file says, and what our books have of the same, and from when.
  change_minor bigint not null, ours_minor bigint not null, ours_at timestamptz,
  payable_id bigint, attempt_no int, funding_id bigint references funding,
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint statement_line_word check ((row is null) = (word = 'MISSING_THERE') and (row is null) = (identity is null)
    and (payable_id is null) = (attempt_no is null)
    and num_nulls(payable_id, funding_id) = case when word in ('MISSING_HERE', 'FEE') then 2 else 1 end
    and case word when 'MATCHED' then change_minor = ours_minor when 'AMOUNT_DIFFERS' then change_minor <> ours_minor
      when 'MISSING_THERE' then change_minor = 0 and ours_minor <> 0 else ours_minor = 0 end)
);
create index on statement_line (statement_id, word, id);
create index on statement_line (funding_id);
create index on statement_line (payable_id, attempt_no);
-- One line is of one movement, in or out; a movement is missed once.
create unique index statement_line_match on statement_line (payable_id, attempt_no, funding_id, (change_minor + ours_minor > 0),
  (word = 'MISSING_THERE')) nulls not distinct where word in ('MATCHED', 'AMOUNT_DIFFERS', 'MISSING_THERE');
call append_only('statement_line');

-- Days (UTC) of a float that a person closed, with what both sides had at their end. It and all before take no line any more.
create table closed_day (
  provider text not null references provider, currency text not null references currency, day date not null,
  ours_minor numeric not null, theirs_minor numeric not null,
  closed_by bigint not null references person, closed_at timestamptz not null default now(),
  primary key (provider, currency, day)
);
create index on closed_day (closed_by);
call append_only('closed_day');
call keeps_moments('closed_day', 'closed_at');
