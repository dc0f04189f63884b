create or replace function limit_at(of_version int, asked text, code text, held_by text) returns bigint language sql stable
set search_path = public, pg_temp
  return (select l.amount_minor from payment_limit l
    where l.version = of_version and l.kind = asked and l.currency = code
      and coalesce(l.role, held_by) is not distinct from held_by
    order by l.role nulls last limit 1);
