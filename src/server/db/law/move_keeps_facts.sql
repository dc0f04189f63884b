-- Facts change while no signature is on them: with the participant's phone, with the providers, or by a person who corrects or opens
-- again. The laws of new payables and entries prove the facts themselves; which provider it is and its charge, `payable_finds_provider`.
create or replace trigger move_keeps_facts after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function law('STALE_FACTS', $$
  select count(*) from old_rows o join new_rows n using (id)
  where (o.msisdn, o.amount_minor, o.charge_minor, o.phone_from, o.provider, o.facts_hash)
      is distinct from (n.msisdn, n.amount_minor, n.charge_minor, n.phone_from, n.provider, n.facts_hash)
    and ((n.status = 'ELIGIBLE' and (n.provider = o.provider or 'simulator' not in (n.provider, o.provider))
      and n.facts_hash = signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
      and (n.phone_from = 'GIVEN' or n.participant_id is null
        or n.msisdn is not distinct from (select pays_to from person where id = n.participant_id))
      and ((n.amount_minor - n.charge_minor, n.phone_from) = (o.amount_minor - o.charge_minor, o.phone_from) and (n.round > o.round
          or o.status = 'ELIGIBLE' and (n.msisdn is not distinct from o.msisdn
            or n.phone_from = 'PARTICIPANT' and n.participant_id is not null))
        or n.round > o.round and (select count(*) from step s
          where s.payable_id = n.id and s.round = n.round and s.step = 'correct') = 1)) is not true) $$);
