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
create or replace trigger count_insert after insert on payable referencing new table as new_rows
  for each statement execute function count_payables();
create or replace trigger count_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_payables();
create or replace trigger count_delete after delete on payable referencing old table as old_rows
  for each statement execute function count_payables();
