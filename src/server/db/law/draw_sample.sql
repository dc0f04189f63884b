-- A free survey of the same transaction asks people who were paid in a run that is done: the first in the order of their hashes with the seed.
create or replace function draw_sample() returns trigger language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare drawn bigint[];
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not exists (select from survey s join job j on j.id = new.job_id join payment_run r on r.job_id = j.id
    where s.id = new.survey_id and s.survey_type = 'FREE' and s.created_at = now() and j.kind = 'payments.authorize' and j.state = 'DONE' and not r.is_trial))::int);
  select array_agg(who order by md5(new.seed || ':' || who)) into drawn from (select distinct participant_id as who from paid_in_run(new.job_id)) each;
  new.people := coalesce(cardinality(drawn), 0);
  perform refuse_payment('ILLEGAL_TRANSITION', (new.size not between 1 and new.people)::int);
  insert into sampled_payment select new.survey_id, id from paid_in_run(new.job_id) where participant_id = any(drawn[:new.size]);
  return new;
end $$;
create or replace trigger draw_sample before insert on payment_sample for each row execute function draw_sample();
-- The survey itself never pays.
create or replace trigger sample_never_pays before update on survey for each row when (new.survey_type <> 'FREE') execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join payment_sample s on s.survey_id = n.id $$);
