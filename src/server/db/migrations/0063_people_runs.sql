-- Runs that people make: what a run is about is chosen and frozen first, looked at, and started by the same person.

create table payment_selection (
  id bigint generated always as identity primary key,
  step text not null check (step in ('initiate', 'approve', 'authorize', 'reject')),
  -- How it was chosen: by ids, by the filter of the list, from a file, or what another run left.
  source jsonb not null,
  made_by bigint not null references person,
  made_at timestamptz not null default now(),
  size int not null check (size between 0 and 1000000),
  -- Per currency, in minor units as text.
  sums jsonb not null,
  survey_ids bigint[] not null,
  -- Rows of the file that name no payment, and where in the file the others are.
  file_rows jsonb not null default '[]'
);
create index on payment_selection (made_by);
create index on payment_selection (made_at);

-- Each part is one chunk of the run, with the versions that the person saw.
create table payment_selection_part (
  selection_id bigint not null references payment_selection on delete cascade,
  first_id bigint not null,
  ids bigint[] not null,
  versions int[] not null check (cardinality(versions) = cardinality(ids)),
  primary key (selection_id, first_id)
);
alter table payment_selection_part alter column ids set storage external;
-- A selection that was never started goes; what a run was about never changes.
revoke update on payment_selection from canvass_app;
revoke update, delete on payment_selection_part from canvass_app;

alter table payment_run
  add column name text check (length(name) between 1 and 200),
  add column selection_id bigint references payment_selection,
  -- Takes each step and takes it back.
  add column is_trial boolean not null default false,
  -- Stopped for good; a run that was only cancelled goes on when its maker wants.
  add column stopped_at timestamptz,
  -- Done when it was last taken up: the pace is that of the rows since.
  add column done_before bigint not null default 0;
create index on payment_run (selection_id);
-- A selection is started once; it may be tried as often as one likes.
create unique index payment_run_once on payment_run (selection_id) where not is_trial;
grant update (name, stopped_at) on payment_run to canvass_app;

-- What a run did to payments is kept as long as they are.
create function keep_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payment_run where job_id = new.id) then new.expires_at := now() + interval '10 years'; end if;
  return new;
end $$;
create trigger keep_run before update on job for each row
  when (new.expires_at is not null and old.expires_at is null and new.kind like 'payments.%') execute function keep_run();

create function reopen_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('JOB_STATE', (select count(*) from payment_run where job_id = new.id and stopped_at is not null));
  update payment_run set done_before = new.done where job_id = new.id;
  return null;
end $$;
create trigger reopen_run after update on job for each row
  when (old.state in ('CANCELLED', 'FAILED') and new.state = 'WAITING' and new.kind like 'payments.%')
  execute function reopen_run();
