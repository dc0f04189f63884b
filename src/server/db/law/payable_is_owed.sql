-- `survey_id + 0`: without it, old statistics made each row read all links of its survey.
create or replace trigger payable_is_owed after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n left join lateral (select * from survey where id = n.survey_id offset 0) s on true
  where n.kind <> 'MANUAL' and (n.phone_from <> 'PARTICIPANT'
    or n.msisdn is distinct from (select pays_to from person where id = n.participant_id)
    or n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
    or n.kind = 'INDIVIDUAL' and ((s.survey_type = 'PAID' and s.payment_aggregation = 'INDIVIDUAL'
        and n.amount_minor - n.charge_minor = s.amount_minor and n.currency = s.currency) is not true
      or (select count(*) from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity'
        and l.survey_id + 0 = n.survey_id and (select f.status = 'APPROVED' and not f.is_pilot
          and f.participant_id is not distinct from n.participant_id from form f
          where f.id = l.response_id and f.survey_id = l.survey_id)) <> 1)) $$);
