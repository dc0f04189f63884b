-- One statement writes a payment by hand and its entry, in the currency of its survey. It pays no responses, and no sample.
create or replace trigger manual_is_entered after insert on payable referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n where n.kind = 'MANUAL' and (select count(*) from manual_payment m
    join survey s on s.id = m.survey_id and s.currency = n.currency join currency c on c.code = n.currency
    where m.payable_id = n.id and s.id not in (select survey_id from payment_sample) and m.survey_id = n.survey_id and n.amount_minor - n.charge_minor <= c.highest_minor) = 0 $$);
