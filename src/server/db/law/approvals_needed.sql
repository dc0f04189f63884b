-- Without a search path of its own it becomes part of the query that asks it.
create or replace function approvals_needed(minor bigint, code text) returns int language sql stable
  return 1 + (select count(*)::int from public.payment_limit l
    where l.version = (select max(version) from public.payment_policy)
      and l.kind = 'SECOND_APPROVAL' and l.currency = code and l.amount_minor < minor);
