-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_transfer() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
    execute $q$
    insert into account_day as c (account_id, day, debits, credits, debit_lines, credit_lines)
    select side.id, (r.at at time zone 'UTC')::date, sum(r.way * side.debits), sum(r.way * side.credits), sum(r.way * side.debit_lines), sum(r.way * side.credit_lines)
    from (select 1 as way, * from changed) r cross join lateral (values (r.debit_account, r.amount_minor, 0, 1, 0), (r.credit_account, 0, r.amount_minor, 0, 1))
        side (id, debits, credits, debit_lines, credit_lines)
    group by 1, 2 having (sum(r.way * side.debits) <> 0 or sum(r.way * side.credits) <> 0 or sum(r.way * side.debit_lines) <> 0 or sum(r.way * side.credit_lines) <> 0) and (select a.batch_id from account a where a.id = side.id) is null order by 1, 2
    on conflict (account_id, day) do update set debits = c.debits + excluded.debits, credits = c.credits + excluded.credits, debit_lines = c.debit_lines + excluded.debit_lines, credit_lines = c.credit_lines + excluded.credit_lines
    $q$;
  return null;
end $$;
create or replace trigger count_insert after insert on transfer referencing new table as changed for each statement execute function count_transfer();
