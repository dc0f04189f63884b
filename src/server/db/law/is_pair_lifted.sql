-- A lift is for two payees, and for all of their payments.
create or replace function is_pair_lifted(p payable, q payable) returns boolean language sql stable set search_path = public, pg_temp
  return exists (select from payable a join desk_act x on lifted(x.kind, x.key, 1) = a.id and x.reason is not null join payable b on b.id = lifted(x.kind, x.key, 2)
    where (a.participant_id in (p.participant_id, q.participant_id) or a.msisdn in (p.msisdn, q.msisdn)) and x.kind = 'SAME_PAYEE'
    and (not is_other_payee(a, p) and not is_other_payee(b, q) or not is_other_payee(a, q) and not is_other_payee(b, p)));
