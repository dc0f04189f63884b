-- What may be let go is refused here as well as in the program: one payment, one transaction, one person or one phone on a day
-- (UTC), and the budget of a survey. Without such a limit a statement pays for one look only.

create function limit_of(asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return (select l.amount_minor from payment_limit l
    where l.version = (select max(version) from payment_policy) and l.kind = asked and l.currency = code
      and coalesce(l.role, held_by) is not distinct from held_by
    order by l.role nulls last limit 1);

-- What each person let through on a day at each step, and how much of it in the last transaction.
create table let_through (
  actor_id bigint not null,
  step text not null,
  currency text not null,
  day date not null,
  amount_minor amount_sum not null,
  xid xid8 not null,
  at_once_minor amount_sum not null,
  primary key (actor_id, step, currency, day)
);
revoke insert, update, delete, truncate on let_through from canvass_app;
insert into let_through
  select s.actor_id, s.step, p.currency, (now() at time zone 'UTC')::date, sum(p.amount_minor), pg_current_xact_id(), 0
  from step s join payable p on p.id = s.payable_id
  where not s.carried and s.step in ('initiate', 'approve', 'authorize') and s.at >= date_trunc('day', now(), 'UTC')
  group by 1, 2, 3;

create function step_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  highest bigint := 0;
  together bigint := 0;
  daily bigint := 0;
begin
  -- Calls of one person at the same moment queue at this row, and the second sees what the first let through.
  execute $q$
    with taken as materialized (
      select n.actor_id, n.step, n.role, p.currency, max(p.amount_minor) as highest, sum(p.amount_minor) as amount_minor
      from new_rows n cross join lateral (select currency, amount_minor from payable where id = n.payable_id offset 0) p
      where not n.carried and n.step in ('initiate', 'approve', 'authorize') group by 1, 2, 3, 4
    ), counted as (
      insert into let_through as l (actor_id, step, currency, day, amount_minor, xid, at_once_minor)
      select actor_id, step, currency, (now() at time zone 'UTC')::date, sum(amount_minor), pg_current_xact_id(), sum(amount_minor)
      from taken group by actor_id, step, currency order by actor_id, step, currency
      on conflict (actor_id, step, currency, day) do update set amount_minor = l.amount_minor + excluded.amount_minor,
        at_once_minor = excluded.at_once_minor + case when l.xid = excluded.xid then l.at_once_minor else 0 end, xid = excluded.xid
      returning actor_id, step, currency, amount_minor, at_once_minor
    )
    select count(*) filter (where t.highest > limit_of('PAYMENT', t.currency, t.role)),
      count(*) filter (where c.at_once_minor > limit_of('RUN', t.currency, t.role)),
      count(*) filter (where c.amount_minor > limit_of('ACTOR_DAY', t.currency, t.role))
    from taken t join counted c using (actor_id, step, currency) $q$ into highest, together, daily;
  perform refuse_payment('AMOUNT_LIMIT', highest);
  perform refuse_payment('RUN_LIMIT', together);
  perform refuse_payment('DAY_LIMIT', daily);
  return null;
end $$;
create trigger within_limits after insert on step referencing new table as new_rows
  for each statement execute function step_within_limits();

create function attempt_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  -- A day is counted by these moments.
  execute 'select count(*) from new_rows where requested_at <> now()' into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  if exists (select from payment_limit where kind = 'PHONE_DAY' and version = (select max(version) from payment_policy)) then
    perform pg_advisory_xact_lock(hashtextextended('payments of phones', 0));
    execute $q$
      select count(*) from (
        select n.currency, sum(a.amount_minor) as amount_minor
        from (select distinct msisdn, currency from new_rows) n
          join attempt a on a.msisdn = n.msisdn and a.currency = n.currency
            and a.requested_at >= date_trunc('day', now(), 'UTC') and a.state not in ('FAILED', 'RECALLED')
        group by n.msisdn, n.currency
      ) p where amount_minor > limit_of('PHONE_DAY', currency, null) $q$ into breaches;
    perform refuse_payment('PHONE_LIMIT', breaches);
  end if;
  return null;
end $$;
create trigger within_limits after insert on attempt referencing new table as new_rows
  for each statement execute function attempt_within_limits();

-- It runs after the payables are counted, as its name comes later.
create function payable_within_budget() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  if not exists (select from survey_budget) then return null; end if;
  execute $q$
    select from survey_budget where survey_id in (select survey_id from new_rows where status = 'PROCESSING')
    order by survey_id for no key update $q$;
  execute $q$
    select count(*) from (
      select distinct n.survey_id, n.currency from old_rows o join new_rows n using (id)
      where n.status = 'PROCESSING' and o.status <> 'PROCESSING'
    ) n join survey_budget b using (survey_id, currency)
    where b.amount_minor < coalesce((select sum(c.amount_minor) from payable_counter c
        where c.survey_id = b.survey_id and c.currency = b.currency and c.status = 'PROCESSING'), 0)
      + coalesce((select sum(a.debits - a.credits) from account a
        where a.kind = 'SPENT' and a.survey_id = b.survey_id and a.currency = b.currency), 0) $q$ into breaches;
  perform refuse_payment('BUDGET_EXCEEDED', breaches);
  return null;
end $$;
create trigger within_budget after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function payable_within_budget();
