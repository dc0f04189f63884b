-- What is known of the name behind a phone: a person let this payee be paid there all the same, the provider has the payee's own
-- name, or another one for a try of this payment. Null: it was not asked, or does not know.
create or replace function name_check(p payable) returns text language sql stable set search_path = public, pg_temp
  return (select substr(min(case when x.id is not null then '1 LIFTED' when e.reading = 'NAME_AGREES' then '2 AGREES'
      when e.reading = 'NAME_DIFFERS' and q.id = p.id then '3 DIFFERS' end), 3)
    from payable q join attempt a on a.payable_id = q.id and a.msisdn = q.msisdn
      join provider_event e on e.payable_id = a.payable_id and e.attempt_no = a.no and e.reading in ('NAME_AGREES', 'NAME_DIFFERS')
      left join desk_act x on lifted(x.kind, x.key, 1) = q.id and x.kind = 'NAME_DIFFERS' and x.reason is not null
    where q.msisdn = p.msisdn and (q.id = p.id or not is_other_payee(p, q)));
