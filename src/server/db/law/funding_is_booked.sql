-- What was confirmed is in the books when its transaction ends.
create or replace function funding_is_booked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked bigint;
begin
  select count(*) into booked from transfer where funding_id = new.id;
  perform refuse_payment('ILLEGAL_TRANSITION', (booked <> num_nonnulls(new.from_minor, new.into_minor))::int);
  return null;
end $$;
create constraint trigger funding_is_booked after update on funding deferrable initially deferred
  for each row when (new.status = 'CONFIRMED') execute function funding_is_booked();
