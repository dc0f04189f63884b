-- A try that the provider refused because of our own account there ends as such. The next one follows in the same
-- transaction, under the same authorization: nothing about the payment changes, and its money stays with its batch.

-- The same codes are in domain/provider-codes.ts.
create function is_own_fault(code text) returns boolean language sql immutable
  return code ~* '^(insufficientfunds|not_enough_funds|payer_?limit_?(reached|exceeded)|debitaccountunknown)$';

create function follows_own_fault(payable bigint, attempt int, batch bigint) returns boolean language sql stable
set search_path = public, pg_temp
  return exists (select from attempt f where f.payable_id = payable and f.no = attempt - 1 and f.batch_id = batch
    and f.state = 'FAILED' and not f.resolved and f.final_at = now() and is_own_fault(f.reason));

create or replace function attempt_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
    where n.state <> 'QUEUED' or n.fence <> 0 or n.sends <> 0 or n.resolved or n.paid_minor is not null
      or ((p.status = 'APPROVED' or p.status = 'PROCESSING' and follows_own_fault(n.payable_id, n.no, n.batch_id)) and p.msisdn = n.msisdn and p.amount_minor = n.amount_minor and p.currency = n.currency
        and p.provider = n.provider) is not true
      or (select s.facts_hash from step s where s.payable_id = n.payable_id and s.round = p.round and s.step = 'authorize'
        and s.level = 1) is distinct from p.facts_hash $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;

-- The day of the authorization has counted it.
create or replace function attempt_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  -- A day is counted by these moments.
  execute 'select count(*) from new_rows where requested_at <> now()' into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  if exists (select from payment_limit where kind = 'PHONE_DAY' and version = (select max(version) from payment_policy)) then
    perform pg_advisory_xact_lock(hashtextextended('payments of phones', 0));
    execute $q$
      select count(*) from (
        select n.currency, sum(a.amount_minor) as amount_minor
        from (select distinct msisdn, currency from new_rows where not follows_own_fault(payable_id, no, batch_id)) n
          join attempt a on a.msisdn = n.msisdn and a.currency = n.currency
            and a.requested_at >= date_trunc('day', now(), 'UTC') and a.state not in ('FAILED', 'RECALLED')
        group by n.msisdn, n.currency
      ) p where amount_minor > limit_of('PHONE_DAY', currency, null) $q$ into breaches;
    perform refuse_payment('PHONE_LIMIT', breaches);
  end if;
  return null;
end $$;

insert into transfer_kind values ('unreserve', 'RESERVED', 'HELD', 'FAILED');

create or replace function book_transfers() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (select distinct kind, credit_account, debit_account, currency, payable_id is null as loose from new_rows) n
      left join account c on c.id = n.credit_account and c.currency = n.currency
      left join account d on d.id = n.debit_account and d.currency = n.currency
      left join transfer_kind k on k.kind = n.kind and k.from_kind = c.kind and k.to_kind = d.kind
        and (k.attempt_state is null) = n.loose
    where k.kind is null or c.provider <> d.provider or c.batch_id <> d.batch_id $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- The whole amount of the attempt, between the accounts of its batch and survey, and nothing back that was not reserved.
  execute $q$
    with side as materialized (
      select n.kind, n.credit_account, n.debit_account, k.attempt_state, c.provider, coalesce(c.batch_id, d.batch_id) as batch_id,
        coalesce(d.survey_id, c.survey_id) as survey_id
      from (select distinct kind, credit_account, debit_account from new_rows) n
        cross join lateral (select * from account where id = n.credit_account offset 0) c
        cross join lateral (select * from account where id = n.debit_account offset 0) d
        left join transfer_kind k on k.kind = n.kind
    )
    select count(*) from new_rows n join side using (kind, credit_account, debit_account)
      left join lateral (select * from attempt where payable_id = n.payable_id and no = n.attempt_no offset 0) a on true
    where n.payable_id is not null and (
      (a.amount_minor = n.amount_minor and a.currency = n.currency and a.provider = side.provider
        and a.state = side.attempt_state and a.batch_id = coalesce(side.batch_id, a.batch_id)) is not true
      or side.survey_id is not null and (select p.survey_id from payable p where p.id = n.payable_id) is distinct from side.survey_id
      or n.kind <> 'reserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no) = 0
      -- What a try gave back, it gave back once, and to the next try only where there is one.
      or n.kind in ('release', 'unreserve') and (select count(*) from transfer r where r.payable_id = n.payable_id
        and r.kind in ('release', 'unreserve') and r.attempt_no = n.attempt_no) > 1
      or n.kind = 'unreserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no + 1) = 0
      -- After a failure gave the money back, it is spent once, or lost by an incident. What was spent comes back in time.
      or n.kind in ('late', 'lateOnCredit', 'loss') and (select count(*) filter (where r.kind in ('release', 'unreserve')) = 1
          and count(*) filter (where r.kind in ('settle', 'late', 'lateOnCredit', 'loss')) = 1
        from transfer r where r.payable_id = n.payable_id and r.attempt_no = n.attempt_no) is not true
      or n.kind = 'loss' and (select count(*) from incident i
        where i.payable_id = n.payable_id and i.attempt_no = n.attempt_no and i.kind = 'PAID_TWICE') = 0
      or n.kind = 'reverse' and (select p.status from payable p where p.id = n.payable_id) <> 'REVERSING') $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select from account where id in (select credit_account from new_rows union select debit_account from new_rows)
    order by id for no key update $q$;
  execute $q$
    update account a set debits = a.debits + s.debits, credits = a.credits + s.credits
    from (
      select id, sum(debit) as debits, sum(credit) as credits
      from (
        select debit_account as id, amount_minor as debit, 0 as credit from new_rows
        union all select credit_account, 0, amount_minor from new_rows
      ) side group by id
    ) s where a.id = s.id $q$;
  return null;
end $$;

-- The next try has its money before anything of it can be sent.
create function try_is_reserved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from attempt a where a.id = new.id
    and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not exists (select from transfer t
      where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no)));
  return null;
end $$;
create constraint trigger try_is_reserved after insert on attempt deferrable initially deferred
  for each row when (new.no > 1) execute function try_is_reserved();

-- A provider in trouble is tried once in a while, by one process. What is wrong with our account there keeps no question back.
create table provider_probe (
  provider text primary key references provider,
  due_at timestamptz not null
);
revoke update, delete on provider_probe from canvass_app;
grant update (due_at) on provider_probe to canvass_app;

drop function sending_stopped(text);
-- A database whose life is not noted yet is sent nothing.
create function sending_stopped(name text, probing boolean) returns boolean language sql stable
  return not public.database_is_known() or exists (select from public.payment_stop s
    where s.ended_at is null and coalesce(s.provider, name) = name and not (probing and s.kind = 'TROUBLE'));
create or replace function asking_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s join public.payment_stop_kind k on k.kind = s.kind
    where s.ended_at is null and not k.asks and coalesce(s.provider, name) = name
      and not (s.kind = 'TROUBLE' and s.reason in ('FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT')));
