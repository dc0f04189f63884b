-- The accounts are locked by then, so that no two statements meet here.
create or replace function count_account_days() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
begin
  execute $q$
    insert into account_day as d (account_id, day, debits, credits, lines)
    select s.id, s.day, s.debits, s.credits, s.lines
    from (
      select id, (at at time zone 'UTC')::date as day, sum(debit) as debits, sum(credit) as credits, sum(lines) as lines
      from (
        select debit_account as id, at, sum(amount_minor) as debit, 0 as credit, count(*) as lines from new_rows group by 1, 2
        union all select credit_account, at, 0, sum(amount_minor), count(*) from new_rows group by 1, 2
      ) moment group by 1, 2
    ) s where (select batch_id from account a where a.id = s.id) is null
    order by s.id, s.day
    on conflict (account_id, day) do update
    set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits, lines = d.lines + excluded.lines $q$;
  return null;
end $$;
-- Triggers of one event run in the order of their names: the accounts are locked first.
create or replace trigger count_account_days after insert on transfer referencing new table as new_rows
  for each statement execute function count_account_days();
