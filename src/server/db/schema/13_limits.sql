-- How much may be let go.

-- How much may be let go: limits as a policy of which every version is kept, and budgets of surveys.
create table payment_policy (
  version int primary key check (version > 0),
  changed_by bigint not null references person,
  changed_at timestamptz not null default now(),
  reason text not null check (reason <> '')
);
create index on payment_policy (changed_by);
call append_only('payment_policy');

-- An amount that a version of the limits allows.
create table payment_limit (
  version int not null references payment_policy,
  -- One payment, the payments of one call, those to one phone or by one person on a day (UTC), and the amount above which a
  -- second person approves.
  kind text not null check (kind in ('PAYMENT', 'RUN', 'PHONE_DAY', 'ACTOR_DAY', 'SECOND_APPROVAL')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Code of the role that it is for; null: for each role without a limit of its own.
  role text,
  amount_minor amount not null,
  constraint payment_limit_role check (role is null or kind in ('PAYMENT', 'RUN', 'ACTOR_DAY')),
  constraint payment_limit_currency foreign key (currency) references currency
);
create unique index payment_limit_once on payment_limit (version, kind, currency, coalesce(role, ''));
call append_only('payment_limit');

-- The most that a survey may pay, in its own currency.
create table survey_budget (
  survey_id bigint primary key references survey on delete cascade,
  amount_minor amount_sum not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint survey_budget_currency foreign key (currency) references currency
);

-- What each person let through on a day at each step, and how much of it in the last transaction.
create table let_through (
  actor_id bigint not null,
  step text not null,
  currency text not null,
  day date not null,
  amount_minor amount_sum not null,
  xid xid8 not null,
  at_once_minor amount_sum not null,
  -- Steps of one person at the same moment no longer wait for each other: what the person let through on a day is spread over
  -- slots, as other kept sums are. Only under a limit of the day do they queue, and the second sees what the first let through.
  slot smallint not null default 0,
  primary key (actor_id, step, currency, day, slot)
);
revoke insert, update, delete, truncate on let_through from canvass_app;
