-- Whether nothing is left to book of an incident: money paid twice is out of the float by two people, under the provider's reference.
create or replace function is_settled(i incident) returns boolean language sql stable set search_path = public, pg_temp
  return i.kind <> 'PAID_TWICE' or exists (select from funding f join attempt a on a.payable_id = i.payable_id and a.no = i.attempt_no
    where f.kind = 'SHORTAGE' and f.status = 'CONFIRMED' and lower(f.reference) = lower(i.provider_ref)
      and f.from_provider = a.provider and f.from_currency = a.currency);
