-- Responses approved under one rule of payment are paid by it: into groups and out of them no survey goes any more, and
-- their size stays. The amount may change: a set is paid at the amount of the moment at which it is full.
create or replace trigger pay_rule_stays before update on survey for each row
  when ('GROUPED' in (old.payment_aggregation, new.payment_aggregation)
    and (old.survey_type, old.payment_aggregation, old.aggregation_count)
      <> (new.survey_type, new.payment_aggregation, new.aggregation_count))
  execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n where exists (select from form where survey_id = n.id and status = 'APPROVED' and not is_pilot) $$);
