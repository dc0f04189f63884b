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

create function holds(actor bigint, permission text) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name = permission);
-- Who may change limits, or the budget of a survey (domain/payment-limits.ts).
create function may_limit(actor bigint, survey bigint) returns boolean language sql stable set search_path = public, pg_temp
  return holds(actor, case when survey is null then 'roles.grantPayments' else 'surveys.write' end);

create function limit_change_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_limit(new.asked_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_limit(new.decided_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    new.decided_at := now();
  end if;
  return new;
end $$;
create trigger limit_change_is_lawful before insert or update on limit_change for each row execute function limit_change_is_lawful();

-- Whether another person confirmed it in this transaction, as it is written now.
create function is_confirmed(change bigint, survey bigint, of_version int, written jsonb) returns boolean
language sql stable set search_path = public, pg_temp
  return exists (select from limit_change c where c.id = change and c.status = 'CONFIRMED' and c.decided_at = now()
    and c.survey_id is not distinct from survey and c.version = of_version and c.wanted @> written and written @> c.wanted);

-- Limits -------------------------------------------------------------------------------------------------------------

-- The confirmed change that it is, where it takes one.
alter table payment_policy add column change_id bigint;
grant insert (change_id) on payment_policy to canvass_app;

create function limit_at(of_version int, asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return (select l.amount_minor from payment_limit l
    where l.version = of_version and l.kind = asked and l.currency = code
      and coalesce(l.role, held_by) is not distinct from held_by
    order by l.role nulls last limit 1);
create or replace function limit_of(asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return limit_at((select max(version) from payment_policy), asked, code, held_by);

-- Whether a version lets more through than the one before it, for any role.
create function loosens(of_version int) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from payment_limit l cross join (
      select null as role union select role from payment_limit where version in (of_version - 1, of_version)) r
    where l.version = of_version - 1 and coalesce(limit_at(of_version, l.kind, l.currency, r.role)::numeric, 'Infinity')
      > limit_at(of_version - 1, l.kind, l.currency, r.role));

create function policy_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written jsonb;
begin
  perform refuse_payment('STALE', (new.version <> 1 + coalesce((select max(version) from payment_policy where version <> new.version), 0))::int);
  perform refuse_payment('FORBIDDEN', (not may_limit(new.changed_by, null))::int);
  if new.change_id is null then
    perform refuse_payment('FUNDING_OWN', loosens(new.version)::int);
  else
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'currency', currency, 'role', role, 'amountMinor', amount_minor)), '[]')
    into written from payment_limit where version = new.version;
    perform refuse_payment('FUNDING_OWN', (not is_confirmed(new.change_id, null, new.version - 1, written))::int);
  end if;
  return null;
end $$;
-- Once its limits are written, too.
create constraint trigger policy_is_lawful after insert on payment_policy deferrable initially deferred
  for each row execute function policy_is_lawful();

-- A version is whole from its transaction on.
create function limit_is_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('STALE', (select count(*) from payment_policy p where p.version = new.version and p.changed_at <> now()));
  return null;
end $$;
create trigger limit_is_of_now after insert on payment_limit for each row execute function limit_is_of_now();

-- Budgets ------------------------------------------------------------------------------------------------------------

alter table survey_budget
  -- Null: it was removed. The version goes on.
  alter column amount_minor drop not null,
  -- Who asked for it; null: written before this rule.
  add column changed_by bigint references person,
  add column change_id bigint,
  -- It has that of its survey.
  drop constraint survey_budget_currency,
  drop constraint survey_budget_currency_check;
create index on survey_budget (changed_by);
revoke insert, update, delete, truncate on survey_budget from canvass_app;
grant insert (survey_id, amount_minor, currency, changed_by, change_id), update (amount_minor, currency, changed_by, change_id)
  on survey_budget to canvass_app;

create function budget_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.version := 1;
  new.updated_at := now();
  perform refuse_payment('FORBIDDEN', (new.changed_by is null or not may_limit(new.changed_by, new.survey_id))::int);
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from survey s where s.id = new.survey_id and s.currency <> new.currency));
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    perform refuse_payment('FUNDING_OWN', (old.amount_minor is not null
      and (new.amount_minor is null or new.amount_minor > old.amount_minor or new.currency <> old.currency)
      and not is_confirmed(new.change_id, new.survey_id, old.version, jsonb_build_object('amountMinor', new.amount_minor::text)))::int);
  end if;
  return new;
end $$;
create trigger budget_is_lawful before insert or update on survey_budget for each row execute function budget_is_lawful();
