-- What was confirmed is in the books when its transaction ends.
create constraint trigger funding_is_booked after update on funding deferrable initially deferred
  for each row when (new.status = 'CONFIRMED') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n where (select count(*) from transfer where funding_id = n.id) <> num_nonnulls(n.from_minor, n.into_minor) $$);
