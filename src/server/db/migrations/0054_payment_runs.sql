-- Runs: a step on more payments than one call takes, done by a job in chunks. An authorization holds the money of all its
-- payments from its first chunk on, in as many transactions as it needs, and gives the remainder back when it ends.

create table payment_run (
  job_id bigint primary key references job on delete cascade,
  -- Whose accounts hold the money while the run is under way.
  batch_id bigint references batch,
  -- Sums that the floats are short of: payments of those currencies are refused.
  missing jsonb not null default '[]'
);
create index on payment_run (batch_id) where batch_id is not null;
revoke update, delete on payment_run from canvass_app;
grant update (batch_id, missing) on payment_run to canvass_app;

insert into transfer_kind values ('unhold', 'HELD', 'FLOAT', null);

-- What a batch holds is reserved to the last unit in the same transaction, or belongs to a run that is under way.
create or replace function hold_is_used() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from account a
  where a.id = new.debit_account and a.debits <> a.credits and (select count(*) from payment_run r
    join job j on j.id = r.job_id where r.batch_id = a.batch_id and j.state in ('WAITING', 'RUNNING')) = 0;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;

-- However a run ends, its hold ends in the same transaction. A run that goes on later holds the remaining money again.
create function close_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
  select 'unhold', h.id, f.id, h.currency, h.debits - h.credits
  from payment_run r join account h on h.batch_id = r.batch_id and h.kind = 'HELD' and h.debits > h.credits
    join account f on f.kind = 'FLOAT' and f.provider = h.provider and f.currency = h.currency
  where r.job_id = new.id;
  update payment_run set batch_id = null where job_id = new.id and batch_id is not null;
  return null;
end $$;
create trigger close_run after update on job for each row
  when (new.state in ('DONE', 'FAILED', 'CANCELLED') and old.state <> new.state) execute function close_run();
