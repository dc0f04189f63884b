-- Lists, statements and counts of millions of payments.

-- A statement knows what an account held on a day without a look at its lines.

-- In the order of the lines of a statement, from the first of a day on.
create index transfer_debit_at on transfer (debit_account, at, id);
create index transfer_credit_at on transfer (credit_account, at, id);
drop index transfer_debit_account_id_idx;
drop index transfer_credit_account_id_idx;

-- The accounts of batches have no statement.
create table account_day (
  account_id bigint not null references account,
  day date not null,
  debits amount_sum not null,
  credits amount_sum not null,
  lines bigint not null,
  primary key (account_id, day)
);
revoke insert, update, delete on account_day from canvass_app;

-- The accounts are locked by then, so that no two statements meet here.
create function count_account_days() returns trigger language plpgsql security definer set search_path = public, pg_temp
set jit = off as $$
begin
  execute $q$
    insert into account_day as d (account_id, day, debits, credits, lines)
    select s.id, s.day, sum(s.debit), sum(s.credit), count(*)
    from (
      select debit_account as id, (at at time zone 'UTC')::date as day, amount_minor as debit, 0 as credit from new_rows
      union all select credit_account, (at at time zone 'UTC')::date, 0, amount_minor from new_rows
    ) s where (select batch_id from account a where a.id = s.id) is null
    group by s.id, s.day order by s.id, s.day
    on conflict (account_id, day) do update
    set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits, lines = d.lines + excluded.lines $q$;
  return null;
end $$;
-- Triggers of one event run in the order of their names: the accounts are locked first.
create trigger count_account_days after insert on transfer referencing new table as new_rows
  for each statement execute function count_account_days();

insert into account_day (account_id, day, debits, credits, lines)
select s.id, s.day, sum(s.debit), sum(s.credit), count(*)
from (
  select debit_account as id, (at at time zone 'UTC')::date as day, amount_minor as debit, 0 as credit from transfer
  union all select credit_account, (at at time zone 'UTC')::date, 0, amount_minor from transfer
) s join account a on a.id = s.id and a.batch_id is null
group by s.id, s.day;

-- Days are counted with their statuses and sums, and amounts between two bounds, by the index alone.
drop index payable_created_at_id_idx;
create index payable_created on payable (created_at, id) include (status, currency, amount_minor);
drop index payable_amount_minor_id_idx;
create index payable_amount on payable (amount_minor, id) include (status, currency);
-- Few payments have a reason, or no phone.
create index payable_reasoned on payable (id) where reason is not null;
create index payable_no_phone on payable (survey_id, status, currency) include (amount_minor) where msisdn is null;
create index attempt_reasoned on attempt (payable_id) where reason is not null and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN');

-- Payments that something may hold up: their participant's phone changed or their response was taken back meanwhile. All
-- others have no hold but a missing phone, so that what waits for a person is known without a look at each.
create table doubtful_payable (payable_id bigint primary key references payable);
revoke insert, update, delete on doubtful_payable from canvass_app;

create function doubt_payables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'person' then
    insert into doubtful_payable select id from payable
    where participant_id = new.id and status in ('INITIATED', 'APPROVED', 'PROCESSING', 'FAILED') on conflict do nothing;
  else
    insert into doubtful_payable select payable_id from payable_response
    where survey_id + 0 = new.survey_id and response_id = new.id and released_at is null on conflict do nothing;
  end if;
  return null;
end $$;
-- After `payables_follow`, which waits for those who take a step at the same moment.
create trigger payables_in_doubt after update on person for each row
  when (new.phone is distinct from old.phone or new.anonymised_at is distinct from old.anonymised_at)
  execute function doubt_payables();
create trigger payables_in_doubt after update on form for each row
  when (old.status = 'APPROVED' and new.status <> 'APPROVED') execute function doubt_payables();

insert into doubtful_payable
select p.id from payable p join person on person.id = p.participant_id
where p.status in ('INITIATED', 'APPROVED', 'PROCESSING', 'FAILED') and person.phone is distinct from p.msisdn
union
select l.payable_id from payable_response l join form f on f.survey_id = l.survey_id and f.id = l.response_id
where l.released_at is null and f.status <> 'APPROVED';

-- How many of the open payments a person signed so that another one must take the next step.
create table signer_counter (
  actor_id bigint not null,
  survey_id bigint not null,
  status text not null,
  currency text not null,
  slot smallint not null,
  n bigint not null,
  amount_minor amount_sum not null,
  primary key (actor_id, survey_id, status, currency, slot)
);
revoke insert, update, delete on signer_counter from canvass_app;


create function count_signers() returns trigger language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  -- Each person once for a payment, in its round, by another duty than that of its next step.
  signers text := $q$ select s.actor_id, r.survey_id, r.status, r.currency, %s as n, %s r.amount_minor as amount_minor from %s r
    cross join lateral (select distinct s.actor_id from step s where s.payable_id = r.id and s.round = r.round
      and (select d.duty from payment_step d where d.step = s.step) = any(case r.status when 'INITIATED' then array['initiate']
        else array['initiate', 'approve'] end) offset 0) s
    where r.status in ('INITIATED', 'APPROVED') $q$;
begin
  execute format($q$
    insert into signer_counter as c (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select actor_id, survey_id, status, currency, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s union all %s) change
    group by actor_id, survey_id, status, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by actor_id, survey_id, status, currency
    on conflict (actor_id, survey_id, status, currency, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$,
    format(signers, 1, '+', 'new_rows'), format(signers, -1, '-', 'old_rows'));
  return null;
end $$;
create trigger count_signers after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_signers();

insert into signer_counter (actor_id, survey_id, status, currency, slot, n, amount_minor)
select s.actor_id, p.survey_id, p.status, p.currency, 0, count(*), sum(p.amount_minor)
from payable p cross join lateral (select distinct s.actor_id from step s join payment_step d on d.step = s.step
  where s.payable_id = p.id and s.round = p.round
    and d.duty = any(case p.status when 'INITIATED' then array['initiate'] else array['initiate', 'approve'] end)) s
where p.status in ('INITIATED', 'APPROVED')
group by 1, 2, 3, 4;
