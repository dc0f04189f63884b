create or replace trigger choice_is_made after insert on payment_stop_confirmation referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payment_stop s on s.id = n.stop_id where (s.kind = 'TRYOUT') <> (n.choice is not null) $$);
