-- A statement knows what an account held on a day without a look at its lines: there may be millions of them.

-- In the order of the lines of a statement, from the first of a day on.
create index transfer_debit_at on transfer (debit_account, at, id);
create index transfer_credit_at on transfer (credit_account, at, id);
drop index transfer_debit_account_id_idx;
drop index transfer_credit_account_id_idx;

-- The accounts of batches have no statement.
create table account_day (
  account_id bigint not null references account,
  day date not null,
  debits amount_sum not null,
  credits amount_sum not null,
  lines bigint not null,
  primary key (account_id, day)
);
revoke insert, update, delete on account_day from canvass_app;

-- The accounts are locked by then, so that no two statements meet here.
create function count_account_days() returns trigger language plpgsql security definer set search_path = public, pg_temp
set jit = off as $$
begin
  execute $q$
    insert into account_day as d (account_id, day, debits, credits, lines)
    select s.id, s.day, sum(s.debit), sum(s.credit), count(*)
    from (
      select debit_account as id, (at at time zone 'UTC')::date as day, amount_minor as debit, 0 as credit from new_rows
      union all select credit_account, (at at time zone 'UTC')::date, 0, amount_minor from new_rows
    ) s where (select batch_id from account a where a.id = s.id) is null
    group by s.id, s.day order by s.id, s.day
    on conflict (account_id, day) do update
    set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits, lines = d.lines + excluded.lines $q$;
  return null;
end $$;
-- Triggers of one event run in the order of their names: the accounts are locked first.
create trigger count_account_days after insert on transfer referencing new table as new_rows
  for each statement execute function count_account_days();

insert into account_day (account_id, day, debits, credits, lines)
select s.id, s.day, sum(s.debit), sum(s.credit), count(*)
from (
  select debit_account as id, (at at time zone 'UTC')::date as day, amount_minor as debit, 0 as credit from transfer
  union all select credit_account, (at at time zone 'UTC')::date, 0, amount_minor from transfer
) s join account a on a.id = s.id and a.batch_id is null
group by s.id, s.day;
