-- The payments of each day, by survey, provider, status and currency: a filter by these reads no payment to count its own.

-- No payment changes between the count of all and that of each change.
lock table payable in share row exclusive mode;

create table payable_day (
  survey_id bigint not null,
  -- On which they became owed (UTC).
  day date not null,
  provider text not null,
  status text not null,
  currency text not null,
  slot smallint not null,
  n bigint not null,
  amount_minor amount_sum not null,
  primary key (day, survey_id, provider, status, currency, slot)
);
create index on payable_day (day) where slot <> 0;
revoke insert, update, delete on payable_day from canvass_app;

-- One look at the rows of a statement, for both counts. A statement that changes none of these facts writes neither.
create or replace function count_payables() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  facts text := $q$ select survey_id, provider, status, currency, (created_at at time zone 'UTC')::date as day, $q$;
  added text := facts || '1 as n, amount_minor from new_rows';
  taken text := facts || '-1 as n, -amount_minor as amount_minor from old_rows';
  change text := case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end;
begin
  execute format($q$
    with changed as materialized (
      select survey_id, provider, status, currency, day, sum(n) as n, sum(amount_minor) as amount_minor
      from (%s) change group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount_minor) <> 0
    ), of_days as (
      insert into payable_day as c (survey_id, day, provider, status, currency, slot, n, amount_minor)
      select survey_id, day, provider, status, currency, pg_backend_pid() %% 16, n, amount_minor from changed
      order by day, survey_id, provider, status, currency
      on conflict (day, survey_id, provider, status, currency, slot)
      do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor
    )
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select survey_id, status, currency, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from changed group by survey_id, status, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by survey_id, status, currency
    on conflict (survey_id, status, currency, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$, change);
  return null;
end $$;

insert into payable_day (survey_id, day, provider, status, currency, slot, n, amount_minor)
select survey_id, (created_at at time zone 'UTC')::date, provider, status, currency, 0, count(*), sum(amount_minor)
from payable group by 1, 2, 3, 4, 5;

-- Puts the slots of past days together, so that sums over years read few rows; says how many it took. Rows that others hold
-- wait for the next time. It waits for slot 0 alone, in key order, as steps do.
create function fold_payable_days(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select day, survey_id, provider, status, currency, slot from payable_day
    where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from payable_day d using past
    where (d.day, d.survey_id, d.provider, d.status, d.currency, d.slot)
      = (past.day, past.survey_id, past.provider, past.status, past.currency, past.slot)
    returning d.*
  ), folded as (
    insert into payable_day as kept (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select day, survey_id, provider, status, currency, 0, sum(n), sum(amount_minor) from gone
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot)
    do update set n = kept.n + excluded.n, amount_minor = kept.amount_minor + excluded.amount_minor
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_payable_days from public;
grant execute on function fold_payable_days to canvass_app;
