-- How much may be let go: limits as a policy of which every version is kept, and budgets of surveys.

create table payment_policy (
  version int primary key check (version > 0),
  changed_by bigint not null references person,
  changed_at timestamptz not null default now(),
  reason text not null check (reason <> '')
);
create index on payment_policy (changed_by);
call append_only('payment_policy');

create table payment_limit (
  version int not null references payment_policy,
  -- One payment, the payments of one call, those to one phone or by one person on a day (UTC), and the amount above which a
  -- second person approves.
  kind text not null check (kind in ('PAYMENT', 'RUN', 'PHONE_DAY', 'ACTOR_DAY', 'SECOND_APPROVAL')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Code of the role that it is for; null: for each role without a limit of its own.
  role text,
  amount_minor amount not null,
  constraint payment_limit_role check (role is null or kind in ('PAYMENT', 'RUN', 'ACTOR_DAY'))
);
create unique index payment_limit_once on payment_limit (version, kind, currency, coalesce(role, ''));
call append_only('payment_limit');

-- Without a search path of its own it becomes part of the query that asks it.
create function approvals_needed(minor bigint, code text) returns int language sql stable
  return 1 + (select count(*)::int from public.payment_limit l
    where l.version = (select max(version) from public.payment_policy)
      and l.kind = 'SECOND_APPROVAL' and l.currency = code and l.amount_minor < minor);

-- A payable is approved only by as many people as the policy of that moment asks for.
create function approved_by_enough() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint := 0;
begin
  if exists (select from payment_limit where kind = 'SECOND_APPROVAL') then
    execute $q$
      select count(*) from old_rows o join new_rows n using (id)
      where n.status = 'APPROVED' and o.status = 'INITIATED' and approvals_needed(n.amount_minor, n.currency) > (
        select count(distinct s.actor_id) from step s
        where s.payable_id = n.id and s.round = n.round and s.step = 'approve' and s.facts_hash = n.facts_hash) $q$
      into breaches;
  end if;
  perform refuse_payment('SECOND_APPROVAL_NEEDED', breaches);
  return null;
end $$;
create trigger approved_by_enough after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function approved_by_enough();

-- The most that a survey may pay, in its own currency.
create table survey_budget (
  survey_id bigint primary key references survey on delete cascade,
  amount_minor amount_sum not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
