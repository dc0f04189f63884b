-- Who may change limits, or the budget of a survey (domain/money/payment-limits.ts).
create or replace function may_limit(actor bigint, survey bigint) returns boolean language sql stable set search_path = public, pg_temp
  return holds(actor, case when survey is null then 'roles.grantPayments' else 'surveys.write' end);
