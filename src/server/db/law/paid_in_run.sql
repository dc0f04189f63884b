-- What was paid in a run to people who can still be asked.
create or replace function paid_in_run(run bigint) returns setof payable language sql stable set search_path = public, pg_temp as $$
  select p.* from job_batch b cross join unnest(b.ids) i join payable p on p.id = i.i join person a on a.id = p.participant_id and a.anonymised_at is null
  where b.job_id = run and p.status = 'SUCCESSFUL' and not exists (select from job_refusal f where f.job_id = run and f.id = p.id) $$;
