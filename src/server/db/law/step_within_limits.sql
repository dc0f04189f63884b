create or replace function step_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  is_daily boolean := exists (select from payment_limit
    where kind = 'ACTOR_DAY' and version = (select max(version) from payment_policy));
  highest bigint := 0;
  together bigint := 0;
  daily bigint := 0;
begin
  if is_daily then
    execute $q$
      select pg_advisory_xact_lock(hashtextextended('payments of ' || actor_id, 0))
      from (select distinct actor_id from new_rows order by actor_id) a $q$;
  end if;
  execute $q$
    with taken as materialized (
      select n.actor_id, n.step, n.role, p.currency, max(p.amount_minor) as highest, sum(p.amount_minor) as amount_minor
      from new_rows n cross join lateral (select currency, amount_minor from payable where id = n.payable_id offset 0) p
      where not n.carried and n.step in ('initiate', 'approve', 'authorize') group by 1, 2, 3, 4
    ), counted as (
      insert into let_through as l (actor_id, step, currency, day, slot, amount_minor, xid, at_once_minor)
      select actor_id, step, currency, (now() at time zone 'UTC')::date, pg_backend_pid() % 16, sum(amount_minor),
        pg_current_xact_id(), sum(amount_minor)
      from taken group by actor_id, step, currency order by actor_id, step, currency
      on conflict (actor_id, step, currency, day, slot) do update set amount_minor = l.amount_minor + excluded.amount_minor,
        at_once_minor = excluded.at_once_minor + case when l.xid = excluded.xid then l.at_once_minor else 0 end, xid = excluded.xid
      returning actor_id, step, currency, at_once_minor
    )
    select count(*) filter (where t.highest > limit_of('PAYMENT', t.currency, t.role)),
      count(*) filter (where c.at_once_minor > limit_of('RUN', t.currency, t.role))
    from taken t join counted c using (actor_id, step, currency) $q$ into highest, together;
  perform refuse_payment('AMOUNT_LIMIT', highest);
  perform refuse_payment('RUN_LIMIT', together);
  if not is_daily then return null; end if;
  execute $q$
    select count(*) from (
      select distinct n.actor_id, n.step, n.role, p.currency
      from new_rows n cross join lateral (select currency from payable where id = n.payable_id offset 0) p where not n.carried
    ) n where limit_of('ACTOR_DAY', n.currency, n.role) < (select sum(l.amount_minor) from let_through l
      where l.actor_id = n.actor_id and l.step = n.step and l.currency = n.currency and l.day = (now() at time zone 'UTC')::date) $q$ into daily;
  perform refuse_payment('DAY_LIMIT', daily);
  return null;
end $$;
create or replace trigger within_limits after insert on step referencing new table as new_rows
  for each statement execute function step_within_limits();
