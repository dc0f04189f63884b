-- How much may be let go.

-- A limit or a budget is lowered by one person. To raise or remove it takes two: one asks, another one confirms.
create table limit_change (
  id bigint generated always as identity primary key,
  -- The survey whose budget changes; null: the limits of payments.
  survey_id bigint references survey on delete cascade,
  -- Of the limits or the budget that it changes: what was changed since is not overwritten.
  version int not null,
  -- All limits, or the budget: `amount_minor` as text, null where it goes.
  wanted jsonb not null,
  -- A budget changes without one.
  reason text check (reason ~ '\S'),
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person,
  asked_at timestamptz not null default now(),
  decided_by bigint references person,
  decided_at timestamptz,
  constraint limit_change_reason check (reason is not null or survey_id is not null),
  constraint limit_change_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index limit_change_open on limit_change (coalesce(survey_id, 0)) where status = 'ASKED';
create index on limit_change (survey_id);
create index on limit_change (asked_by);
create index on limit_change (decided_by);
revoke update, delete on limit_change from canvass_app;
grant update (status, decided_by) on limit_change to canvass_app;
call keeps_moments('limit_change', 'asked_at', 'decided_at');

-- How much may be let go: limits as a policy of which every version is kept, and budgets of surveys.
create table payment_policy (
  version int primary key check (version > 0),
  changed_by bigint not null references person,
  changed_at timestamptz not null default now(),
  reason text not null,
  -- The confirmed change that it is, where it takes one.
  change_id bigint,
  constraint payment_policy_reason_check check (reason ~ '\S')
);
create index on payment_policy (changed_by);
call append_only('payment_policy');
call keeps_moments('payment_policy', 'changed_at');
grant insert (change_id) on payment_policy to canvass_app;

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
  amount_minor amount_sum check (amount_minor > 0),
  currency text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Who asked for it; null: written before this rule.
    changed_by bigint references person,
  change_id bigint
);
create index on survey_budget (changed_by);
revoke insert, update, delete, truncate on survey_budget from canvass_app;
grant insert (survey_id, amount_minor, currency, changed_by, change_id), update (amount_minor, currency, changed_by, change_id)
  on survey_budget to canvass_app;

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
