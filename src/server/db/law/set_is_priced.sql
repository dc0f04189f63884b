-- A set pays as many responses as the survey counts, or the leftovers of a choice of the same transaction, each at the survey's
-- amount of this moment.
create or replace trigger set_is_priced after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join survey s on s.id = n.survey_id
    left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'PAY_PRO_RATA'
      and o.decided_at = now()
  where n.kind = 'GROUPED' and (s.survey_type <> 'PAID' or s.payment_aggregation <> 'GROUPED'
    or n.currency <> s.currency or n.amount_minor - n.charge_minor <> n.set_size * s.amount_minor
    or case when n.leftover_id is null then n.set_size <> s.aggregation_count
      else n.follows is null and o.id is null or n.set_size >= s.aggregation_count end) $$);
