-- What may be let go is refused here as well as in the program: one payment, one transaction, one person or one phone on a day
-- (UTC), and the budget of a survey. Without such a limit a statement pays for one look only.
create or replace function limit_of(asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return limit_at((select max(version) from payment_policy), asked, code, held_by);
