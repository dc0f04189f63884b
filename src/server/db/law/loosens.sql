-- Whether a version lets more through than the one before it, for any role.
create or replace function loosens(of_version int) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from payment_limit l cross join (
      select null as role union select role from payment_limit where version in (of_version - 1, of_version)) r
    where l.version = of_version - 1 and coalesce(limit_at(of_version, l.kind, l.currency, r.role)::numeric, 'Infinity')
      > limit_at(of_version - 1, l.kind, l.currency, r.role));
