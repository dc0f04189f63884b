create or replace function step_within_limits() returns trigger language plpgsql security definer
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
create or replace trigger within_limits after insert on step referencing new table as new_rows
  for each statement execute function step_within_limits();
