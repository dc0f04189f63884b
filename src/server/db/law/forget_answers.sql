-- Answers of providers go by whole months, when so many have passed since; at most 50,000 at once. Says how many. What they proved
-- stays with the attempt.
create or replace function forget_answers(months int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from provider_event where ctid = any(array(
    select ctid from provider_event where at < date_trunc('month', now()) - make_interval(months => months) limit 50000));
  get diagnostics gone = row_count;
  return gone;
end $$;
