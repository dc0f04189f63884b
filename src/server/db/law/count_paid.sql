create or replace function count_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := $q$ select survey_id, currency, 1 as n, amount_minor from new_rows where status = 'SUCCESSFUL' $q$;
  taken text := $q$ select survey_id, currency, -1 as n, -amount_minor as amount_minor from old_rows where status = 'SUCCESSFUL' $q$;
  change text := case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end;
begin
  execute format($q$
    insert into paid_counter as c (survey_id, currency, day, slot, n, amount_minor)
    select survey_id, currency, (now() at time zone 'UTC')::date, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s) change group by survey_id, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by survey_id, currency
    on conflict (survey_id, currency, day, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$, change);
  return null;
end $$;
create or replace trigger count_paid_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_paid();
create or replace trigger count_paid_delete after delete on payable referencing old table as old_rows
  for each statement execute function count_paid();
