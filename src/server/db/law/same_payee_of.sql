-- The first payment to each other payee with the same sign that goes before this one.
create or replace function same_payee_of(p payable) returns table (sign text, other payable) language sql stable set search_path = public, pg_temp as $$
  select distinct on (coalesce(q.participant_id, -q.id)) m.sign, q from (select 'PHONE' as sign, id from payable where msisdn = p.msisdn
    union all select t.sign, o.id from payee_twin t join payable o on o.participant_id = t.other where t.id = p.participant_id) m
    join payable q on q.id = m.id and q.status not in ('REJECTED', 'CANCELLED', 'REVERSED') and (q.id < p.id or q.status <> 'ELIGIBLE')
  where q.id <> p.id and is_other_payee(p, q) order by coalesce(q.participant_id, -q.id), q.id, m.sign desc $$;
