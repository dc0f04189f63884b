-- The last closed day of a float. Closing and what could come into a closed day wait for each other.
create or replace function closed_until(of_provider text, of_currency text) returns date language sql set search_path = public, pg_temp
begin atomic
  select pg_advisory_xact_lock(hashtextextended('days of ' || of_provider || of_currency, 0));
  select max(day) from closed_day where (provider, currency) = (of_provider, of_currency);
end;
create or replace trigger day_is_open after insert on statement_line referencing new table as new_rows
  for each statement execute function law('DAY_CLOSED', $$
  select count(*) from (select statement_id, min(at) as at from new_rows where row is not null group by 1) n
    join statement s on s.id = n.statement_id where (n.at at time zone 'UTC')::date <= closed_until(s.provider, s.currency) $$);
create or replace trigger day_is_open after insert on funding for each row execute function law('DAY_CLOSED', $$
  select count(*) from n where n.day <= closed_until(n.from_provider, n.from_currency) or n.day <= closed_until(n.into_provider, n.into_currency) $$);
-- A day is closed once it is over and nothing of it waits, with what the books have.
create or replace trigger day_is_over after insert on closed_day for each row execute function law('DAY_NOT_OVER', $$
  select count(*) from n where n.day >= (now() at time zone 'UTC')::date or not may_fund(n.closed_by) or n.day < closed_until(n.provider, n.currency)
    or exists (select from funding f where f.status = 'ASKED' and f.day <= n.day
      and (n.provider, n.currency) in ((f.from_provider, f.from_currency), (f.into_provider, f.into_currency)))
    or n.ours_minor is distinct from (select coalesce(sum(d.credits - d.debits), 0) from account a join account_day d on d.account_id = a.id
      where (a.provider, a.currency) = (n.provider, n.currency) and a.batch_id is null and a.kind <> 'FLOAT' and d.day <= n.day) $$);
