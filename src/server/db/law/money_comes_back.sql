-- Before a payment is taken back, the books know of all that went out for it.
create or replace trigger money_comes_back after insert on transfer for each row when (new.kind = 'reverse')
  execute function law('ILLEGAL_TRANSITION', $$ select is_paid_twice(payable_id)::int from n $$);
