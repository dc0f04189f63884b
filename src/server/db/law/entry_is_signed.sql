-- An entry is what its payment was made with; none is added to a payment that people signed without it.
create or replace trigger entry_is_signed after insert on manual_payment referencing new table as new_rows
  for each statement execute function law('STALE_FACTS', $$
  select count(*) from new_rows n join payable p on p.id = n.payable_id
  where p.kind <> 'MANUAL'
    or p.facts_hash <> signed_facts(p.msisdn, p.amount_minor, p.currency, p.provider, signed_responses(p.id)) $$);
