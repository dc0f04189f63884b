-- No payment ends where no person can help, and what people sign holds from the moment they sign it.
--
-- Every rule below looks at the statement's own rows and finds what belongs to each by its primary key, one table at a
-- time (scalar subqueries). No plan of theirs depends on what the statistics say, so their time grows with the rows. A
-- response is found by its id: `survey_id + 0` keeps the indexes of surveys out of it, `coalesce` that of live
-- links, and `actor_id + 0` that of a person's steps.

alter table payable
  -- Until it is put forward, a payable goes to the phone that its participant has. A given one stays.
  add column phone_from text not null default 'PARTICIPANT' check (phone_from in ('PARTICIPANT', 'GIVEN'));
grant update (round, msisdn, amount_minor, phone_from, facts_hash) on payable to canvass_app;

-- Actions of people on a payable, the right that each needs, and the duty that it gives in a round.
create table payment_step (
  step text primary key,
  permission text not null,
  duty text
);
insert into payment_step values
  ('initiate', 'payments.initiate', 'initiate'),
  ('approve', 'payments.approve', 'approve'),
  ('authorize', 'payments.authorize', 'authorize'),
  ('reject', 'payments.reject', null),
  ('withdraw', 'payments.initiate', null),
  ('reopen', 'payments.initiate', 'initiate'),
  ('correct', 'payments.initiate', 'initiate'),
  ('retry', 'payments.initiate', 'initiate'),
  ('recall', 'payments.authorize', 'authorize');
revoke insert, update, delete on payment_step from canvass_app;

alter table step
  drop constraint step_step_check,
  add constraint step_known foreign key (step) references payment_step,
  -- A signature of the round before, which a new try with the same facts keeps.
  add column carried boolean not null default false;

alter table payable_move
  drop constraint payable_move_pkey,
  add column next_round boolean not null default false,
  add constraint payable_move_once unique nulls not distinct (from_status, to_status, step);
insert into payable_move (from_status, to_status, step, next_round) values
  ('ELIGIBLE', 'REJECTED', 'withdraw', false),
  ('INITIATED', 'REJECTED', 'withdraw', false),
  ('REJECTED', 'ELIGIBLE', 'reopen', true),
  ('ELIGIBLE', 'ELIGIBLE', 'correct', true),
  ('INITIATED', 'ELIGIBLE', 'correct', true),
  ('APPROVED', 'ELIGIBLE', 'correct', true),
  ('REJECTED', 'ELIGIBLE', 'correct', true),
  ('FAILED', 'ELIGIBLE', 'correct', true),
  ('FAILED', 'APPROVED', 'retry', true),
  ('PROCESSING', 'APPROVED', 'recall', true),
  ('APPROVED', 'CANCELLED', null, false),
  ('FAILED', 'SUCCESSFUL', null, false),
  ('ELIGIBLE', 'SUCCESSFUL', null, false),
  ('INITIATED', 'SUCCESSFUL', null, false),
  ('APPROVED', 'SUCCESSFUL', null, false),
  ('REJECTED', 'SUCCESSFUL', null, false),
  ('SUCCESSFUL', 'REVERSING', null, false),
  ('REVERSING', 'REVERSED', null, false),
  ('REVERSING', 'SUCCESSFUL', null, false);
-- A move shows its own step; these are the signatures that a status keeps from the moves before.
delete from payable_signature where status = 'REJECTED';

create or replace function step_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  illegal bigint;
  outdated bigint;
  own bigint;
  changed bigint;
  breaches bigint;
begin
  -- Two people who step at the same moment queue here, and the second sees what the first did.
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) filter (where (n.move).from_status is null or n.round <> n.payable_round + (n.move).next_round::int),
      count(*) filter (where n.facts_hash <> n.payable_hash and not ((n.move).next_round and n.step in ('reopen', 'correct'))),
      count(*) filter (where n.msisdn = (select phone from person where id = n.actor_id)),
      count(*) filter (where n.follows and n.step in ('initiate', 'approve', 'authorize', 'retry')
        and n.msisdn is distinct from (select phone from person where id = n.participant_id))
    from (
      select n.payable_id, n.round, n.step, n.actor_id, n.facts_hash, p.round as payable_round, p.facts_hash as payable_hash,
        p.msisdn, p.participant_id, p.phone_from = 'PARTICIPANT' and p.participant_id is not null as follows,
        (select m from payable_move m where m.from_status = p.status and m.step = n.step) as move
      from new_rows n cross join lateral (select * from payable where id = n.payable_id offset 0) p
      where not n.carried offset 0
    ) n $q$ into illegal, outdated, own, changed;
  perform refuse_payment('ILLEGAL_TRANSITION', illegal);
  perform refuse_payment('STALE_FACTS', outdated);
  perform refuse_payment('SELF_ACTION', own);
  perform refuse_payment('PHONE_CHANGED', changed);
  -- A second signature of a step follows the first, and each is another person's.
  execute $q$
    select count(*) from new_rows n where n.level > 1 and not n.carried and (select s.actor_id from step s
      where s.payable_id = n.payable_id and s.round = n.round and s.step = n.step and s.level = n.level - 1) is null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- A carried signature is one of the round before, and a person who may do so began the round.
  execute $q$
    select count(*) from new_rows n where n.carried and (n.step not in ('initiate', 'approve')
      or (select s.actor_id = n.actor_id and s.role = n.role and s.facts_hash = n.facts_hash from step s
        where s.payable_id = n.payable_id and s.round = n.round - 1 and s.step = n.step and s.level = n.level) is not true
      or (select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.level = 1
        and s.step in ('retry', 'recall')) <> 1) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select count(*) from new_rows n, payment_step d where d.step = n.step and d.duty is not null and (
      select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.actor_id + 0 = n.actor_id
        and (select o.duty from payment_step o where o.step = s.step) <> d.duty
      ) + (select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.step = n.step
        and s.actor_id + 0 = n.actor_id and s.level <> n.level) > 0 $q$ into breaches;
  perform refuse_payment('SELF_ACTION', breaches);
  execute $q$
    select count(*) from (select distinct actor_id, role, step from new_rows where not carried) n
    where (select count(*) from person a join role r on r.id = a.role_id join role_permission rp on rp.role_id = r.id
        join permission q on q.id = rp.permission_id
      where a.id = n.actor_id and a.status = 'ACTIVE' and r.role = n.role
        and q.name = (select d.permission from payment_step d where d.step = n.step)) = 0 $q$ into breaches;
  perform refuse_payment('FORBIDDEN', breaches);
  return null;
end $$;

-- What people establish about money, with their evidence, where the provider's word is missing: an unclear outcome, money
-- to be got back, and whether it came back. Two people who agree decide.
create table finding (
  id bigint generated always as identity primary key,
  payable_id bigint not null,
  attempt_no int not null,
  outcome text not null check (outcome in ('PAID', 'NOT_PAID', 'REVERSE', 'RECOVERED', 'NOT_RECOVERED')),
  evidence text not null check (length(evidence) between 1 and 2000),
  -- What names the letter, statement or receipt.
  document text check (length(document) between 1 and 200),
  actor_id bigint not null references person,
  role text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no)
);
create index on finding (payable_id, attempt_no, id);
create index on finding (actor_id);
call append_only('finding');

create function finding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from payable p where p.id = new.payable_id
    and p.status is distinct from case when new.outcome in ('PAID', 'NOT_PAID') then 'PROCESSING'
      when new.outcome = 'REVERSE' then 'SUCCESSFUL' else 'REVERSING' end;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  select count(*) into breaches from payable p, person a
    where p.id = new.payable_id and a.id = new.actor_id and a.phone = p.msisdn;
  perform refuse_payment('SELF_ACTION', breaches);
  select 1 - count(*) into breaches from (
    select from person a join role r on r.id = a.role_id join role_permission rp on rp.role_id = r.id
      join permission q on q.id = rp.permission_id
    where a.id = new.actor_id and a.status = 'ACTIVE' and r.role = new.role
      and (q.name = 'payments.authorize' or q.name = 'payments.approve' and new.outcome not in ('RECOVERED', 'NOT_RECOVERED'))
    limit 1) allowed;
  perform refuse_payment('FORBIDDEN', breaches);
  return null;
end $$;
create trigger finding_is_lawful after insert on finding for each row execute function finding_is_lawful();

-- Whether the last two findings about an attempt are two people's, the last of `outcome` and the one before of `earlier`.
create function found_by_two(payable bigint, attempt int, outcome text, earlier text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) = 2 and count(distinct actor_id) = 2
    and bool_and(f.outcome = case place when 1 then found_by_two.outcome else found_by_two.earlier end)
  from (
    select f.actor_id, f.outcome, row_number() over (order by f.id desc) as place from finding f
    where f.payable_id = found_by_two.payable and f.attempt_no = found_by_two.attempt order by f.id desc limit 2
  ) f
$$;

-- Tries at the provider ----------------------------------------------------------------------------------------------

alter table attempt
  -- What the provider stated in its last answer that money moved.
  add column paid_minor amount,
  add column paid_currency text,
  add column paid_msisdn text,
  -- Two people settled it (`finding`).
  add column resolved boolean not null default false;
grant update (paid_minor, paid_currency, paid_msisdn, resolved) on attempt to canvass_app;
update attempt set paid_minor = amount_minor, paid_currency = currency, resolved = provider_ref is null where state = 'SUCCESSFUL';
update attempt set reason = 'UNSTATED' where state = 'FAILED' and reason is null;
alter table attempt
  add constraint attempt_proven check (state <> 'SUCCESSFUL' or resolved or (provider_ref is not null
    and paid_minor is not null and paid_minor = amount_minor and paid_currency is not null and paid_currency = currency
    and coalesce(paid_msisdn, msisdn) = msisdn)),
  add constraint attempt_refused check (state <> 'FAILED' or resolved or reason is not null);
-- A failure is looked at again later: some providers pay after all.
create index attempt_late on attempt (provider, next_at) where state = 'FAILED' and next_at < 'infinity';
-- Failures of before are over.
update attempt set next_at = 'infinity' where state = 'FAILED';

drop trigger attempt_move on attempt;
create trigger attempt_move before update on attempt for each row
  when (old.state <> new.state and (old.resolved or not new.resolved) and (old.state || ' ' || new.state) not in (
    'QUEUED SENDING', 'QUEUED RECALLED',
    'SENDING QUEUED', 'SENDING SENT', 'SENDING UNKNOWN', 'SENDING SUCCESSFUL', 'SENDING FAILED',
    'SENT UNKNOWN', 'SENT SUCCESSFUL', 'SENT FAILED',
    'UNKNOWN SENT', 'UNKNOWN QUEUED', 'UNKNOWN SUCCESSFUL', 'UNKNOWN FAILED',
    'FAILED SUCCESSFUL'))
  execute function attempt_move_refused();
-- What is final is never written again. A failure may still turn out to be paid, and is asked about until then.
create trigger attempt_final before update on attempt for each row
  when (old.state in ('SUCCESSFUL', 'RECALLED')
    or old.state = 'FAILED' and (new.state <> 'SUCCESSFUL' or new.resolved) and (old.state, old.reason, old.provider_ref, old.sends, old.sent_at,
      old.final_at, old.paid_minor, old.paid_currency, old.paid_msisdn, old.resolved) is distinct from (new.state, new.reason,
      new.provider_ref, new.sends, new.sent_at, new.final_at, new.paid_minor, new.paid_currency, new.paid_msisdn, new.resolved))
  execute function attempt_move_refused();

create function attempt_is_resolved() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  outcome text := case new.state when 'SUCCESSFUL' then 'PAID' when 'FAILED' then 'NOT_PAID' end;
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and old.sends > 0 and outcome is not null and found_by_two(new.payable_id, new.no, outcome, outcome) then 0 else 1 end);
  return new;
end $$;
create trigger attempt_is_resolved before update on attempt for each row
  when (new.resolved and not old.resolved) execute function attempt_is_resolved();

-- Only what was never sent is recalled, and only by a person who takes that step.
create function attempt_is_recalled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.sends = 0 and (select count(*) from payable p
    join step s on s.payable_id = p.id and s.round = p.round + 1 and s.step = 'recall' and s.level = 1
    where p.id = new.payable_id and p.status = 'PROCESSING') = 1 then 0 else 1 end);
  return new;
end $$;
create trigger attempt_is_recalled before update on attempt for each row
  when (new.state = 'RECALLED' and old.state <> 'RECALLED') execute function attempt_is_recalled();

create or replace function attempt_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
    where n.state <> 'QUEUED' or n.fence <> 0 or n.sends <> 0 or n.resolved or n.paid_minor is not null
      or (p.status = 'APPROVED' and p.msisdn = n.msisdn and p.amount_minor = n.amount_minor and p.currency = n.currency
        and p.provider = n.provider) is not true
      or (select s.facts_hash from step s where s.payable_id = n.payable_id and s.round = p.round and s.step = 'authorize'
        and s.level = 1) is distinct from p.facts_hash $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;

-- The books ----------------------------------------------------------------------------------------------------------

insert into transfer_kind values
  ('recall', 'RESERVED', 'FLOAT', 'RECALLED'),
  -- Paid after it was called failed: out of the float, or on credit where the float is too short.
  ('late', 'FLOAT', 'SPENT', 'SUCCESSFUL'),
  ('lateOnCredit', 'SUSPENSE', 'SPENT', 'SUCCESSFUL'),
  -- Paid twice, as a second try was on its way by then.
  ('loss', 'FLOAT', 'SUSPENSE', 'FAILED'),
  ('reverse', 'SPENT', 'FLOAT', 'SUCCESSFUL');

create or replace function book_transfers() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (select distinct kind, credit_account, debit_account, payable_id is null as loose from new_rows) n
      join account c on c.id = n.credit_account join account d on d.id = n.debit_account
      left join transfer_kind k on k.kind = n.kind and k.from_kind = c.kind and k.to_kind = d.kind
        and (k.attempt_state is null) = n.loose
    where k.kind is null or c.provider <> d.provider or c.batch_id <> d.batch_id $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- The whole amount of the attempt, between the accounts of its batch and survey, and nothing back that was not reserved.
  execute $q$
    select count(*) from new_rows n
      cross join lateral (select * from account where id = n.credit_account offset 0) c
      cross join lateral (select * from account where id = n.debit_account offset 0) d
      left join lateral (select * from attempt where payable_id = n.payable_id and no = n.attempt_no offset 0) a on true
    where n.payable_id is not null and (
      (a.amount_minor = n.amount_minor and a.currency = n.currency and a.provider = c.provider
        and a.state = (select k.attempt_state from transfer_kind k where k.kind = n.kind)
        and a.batch_id = coalesce(c.batch_id, d.batch_id, a.batch_id)) is not true
      or (select p.survey_id from payable p where p.id = n.payable_id)
        is distinct from coalesce(d.survey_id, c.survey_id, (select p.survey_id from payable p where p.id = n.payable_id))
      or (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no) = 0
      -- After a failure gave the money back, it is spent once, or lost by an incident. What was spent comes back in time.
      or n.kind in ('late', 'lateOnCredit', 'loss') and (select count(*) filter (where r.kind = 'release') = 1
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

-- Paid after all, or paid twice: what people have to look at, for ever.
create table incident (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('PAID_LATE', 'PAID_TWICE')),
  payable_id bigint not null,
  attempt_no int not null,
  provider_ref text not null,
  at timestamptz not null default now(),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint incident_once unique (payable_id, attempt_no, kind)
);
call append_only('incident');

-- What makes a payable lawful ----------------------------------------------------------------------------------------

-- The responses that a payable pays, as people sign them.
create function signed_responses(payable bigint) returns text language sql stable
set search_path = public, pg_temp as $$
  select string_agg(l.response_id::text, ',' order by l.response_id) from payable_response l
  where l.payable_id = signed_responses.payable and coalesce(l.released_at, 'infinity') = 'infinity'
$$;

create or replace function payable_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
  unapproved bigint;
begin
  execute $q$
    select count(*) from old_rows o join new_rows n using (id)
    where (o.status <> n.status or o.round <> n.round) and (
      select count(*) from payable_move m where m.from_status = o.status and m.to_status = n.status
        and n.round = o.round + m.next_round::int
        and (m.step is null or (select s.facts_hash from step s
          where s.payable_id = n.id and s.round = n.round and s.step = m.step and s.level = 1) = n.facts_hash)) = 0 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select count(*) from new_rows n, payable_signature g where g.status = n.status
      and (select s.facts_hash from step s where s.payable_id = n.id and s.round = n.round and s.step = g.step and s.level = 1)
        is distinct from n.facts_hash $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- Facts change while no signature is on them: with the participant's phone, or by a person who corrects or opens again.
  execute $q$
    select count(*) from old_rows o join new_rows n using (id)
    where (o.msisdn, o.amount_minor, o.phone_from, o.facts_hash) is distinct from (n.msisdn, n.amount_minor, n.phone_from, n.facts_hash)
      and ((n.status = 'ELIGIBLE'
          and n.facts_hash = signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
          and (n.phone_from = 'GIVEN' or n.participant_id is null
            or n.msisdn is not distinct from (select phone from person where id = n.participant_id))
          and ((n.amount_minor, n.phone_from) = (o.amount_minor, o.phone_from) and (n.round > o.round
              or n.phone_from = 'PARTICIPANT' and o.status = 'ELIGIBLE' and n.participant_id is not null)
            or (select count(*) from step s where s.payable_id = n.id and s.round = n.round and s.step = 'correct'
              and n.round > o.round) = 1)) is not true) $q$ into breaches;
  perform refuse_payment('STALE_FACTS', breaches);
  -- What goes to the people is what its responses and facts say.
  execute $q$
    select count(*) filter (where n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, n.ids)
        or (n.ids is null and n.kind <> 'MANUAL')),
      count(*) filter (where n.unapproved > 0)
    from (
      select n.*, (select string_agg(l.response_id::text, ',' order by l.response_id) from payable_response l
          where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity') as ids,
        (select count(*) from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity'
          and (select f.status from form f where f.id = l.response_id and f.survey_id + 0 = l.survey_id) <> 'APPROVED') as unapproved
      from new_rows n where n.status = 'INITIATED' offset 0
    ) n $q$ into breaches, unapproved;
  perform refuse_payment('STALE_FACTS', breaches);
  perform refuse_payment('RESPONSE_NOT_APPROVED', unapproved);
  -- Money is where the status says: reserved, spent, or given back.
  execute $q$
    select count(*) from old_rows o join new_rows n using (id)
    where case n.status
      when 'PROCESSING' then (select count(*) from attempt a where a.payable_id = n.id
        and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and (select count(*) from transfer t
          where t.payable_id = a.payable_id and t.kind = 'reserve' and t.attempt_no = a.no) = 1) <> 1
      when 'SUCCESSFUL' then (select count(*) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL'
        and (select count(*) from transfer t where t.payable_id = a.payable_id
          and t.kind in ('settle', 'late', 'lateOnCredit') and t.attempt_no = a.no) = 1) <> 1
      when 'FAILED' then (select count(*) from attempt a where a.payable_id = n.id and a.state <> 'RECALLED'
        and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'release' and t.attempt_no = a.no) = 1) = 0
      when 'APPROVED' then o.status = 'PROCESSING' and (select count(*) from attempt a where a.payable_id = n.id
        and a.state not in ('FAILED', 'RECALLED')) + 1 - (select count(*) from attempt a where a.payable_id = n.id
          and a.state = 'RECALLED' and a.no = (select max(no) from attempt l where l.payable_id = n.id)
          and (select count(*) from transfer t where t.payable_id = a.payable_id and t.kind = 'recall' and t.attempt_no = a.no) = 1) <> 0
      when 'REVERSED' then (select count(*) from transfer t where t.payable_id = n.id and t.kind = 'reverse') <> 1
      else false end $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- Money comes back by the findings of two people. A signed payment is cancelled only with its payee.
  execute $q$
    select count(*) from (
      select o.status as before, n.*, (select max(no) from attempt a where a.payable_id = n.id and a.state = 'SUCCESSFUL') as no
      from old_rows o join new_rows n using (id) where o.status <> n.status
        and (n.status in ('REVERSING', 'REVERSED') or o.status = 'REVERSING' or (o.status, n.status) = ('APPROVED', 'CANCELLED'))
    ) n where case
      when n.status = 'REVERSING' then (select outcome from finding f where f.payable_id = n.id and f.attempt_no = n.no
        order by id desc limit 1) is distinct from 'REVERSE'
      when n.status = 'REVERSED' then not found_by_two(n.id, n.no, 'RECOVERED', 'REVERSE')
      when n.before = 'REVERSING' then not found_by_two(n.id, n.no, 'NOT_RECOVERED', 'REVERSE')
      else (select anonymised_at from person where id = n.participant_id) is null end $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- A response is free for another payable only when this one is undone.
  execute $q$
    update payable_response l set released_at = now() from new_rows n
    where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity' and n.status in ('CANCELLED', 'REVERSED') $q$;
  return null;
end $$;

-- A payable begins as its survey and response say: approved, no pilot, at the price and to the phone of this moment.
create function payable_is_owed() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n left join lateral (select * from survey where id = n.survey_id offset 0) s on true
    where n.kind <> 'MANUAL' and (n.phone_from <> 'PARTICIPANT'
      or n.msisdn is distinct from (select phone from person where id = n.participant_id)
      or n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
      or n.kind = 'INDIVIDUAL' and ((s.survey_type = 'PAID' and s.payment_aggregation = 'INDIVIDUAL'
          and n.amount_minor = s.amount_minor and n.currency = s.currency) is not true
        or (select count(*) from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity'
          and l.survey_id = n.survey_id and (select f.status = 'APPROVED' and not f.is_pilot
            and f.participant_id is not distinct from n.participant_id from form f
            where f.id = l.response_id and f.survey_id + 0 = l.survey_id)) <> 1)) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger payable_is_owed after insert on payable referencing new table as new_rows
  for each statement execute function payable_is_owed();

create or replace function link_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) from new_rows n cross join lateral (select * from payable where id = n.payable_id offset 0) p
    where p.status not in ('ACCRUING', 'ELIGIBLE') or p.survey_id <> n.survey_id or n.released_at is not null
      or p.kind = 'INDIVIDUAL' and (select count(*) from payable_response l where l.payable_id = p.id) <> 1 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;

-- Until it is signed, a payable follows its participant: to another phone, and out of the house when they are erased.
create function payables_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payable p where p.participant_id = new.id and p.status = 'ELIGIBLE' order by p.id for no key update;
  if new.anonymised_at is null then
    update payable p set msisdn = new.phone, version = version + 1, updated_at = now(),
      facts_hash = signed_facts(new.phone, amount_minor, currency, provider, signed_responses(id))
    where p.participant_id = new.id and p.status = 'ELIGIBLE' and p.phone_from = 'PARTICIPANT'
      and p.msisdn is distinct from new.phone;
    return null;
  end if;
  with erased as (
    update payable set status = 'CANCELLED', reason = 'ERASED', reason_text = null, version = version + 1, updated_at = now()
    where participant_id = new.id and status = 'ELIGIBLE' returning id
  )
  insert into audit (action, subject_type, subject_id, before, after)
  select 'payments.cancel', 'payable', id::text, '{"status": "ELIGIBLE"}', '{"status": "CANCELLED", "reason": "ERASED"}' from erased;
  return null;
end $$;
create trigger payables_follow after update on person for each row
  when (new.phone is distinct from old.phone or new.anonymised_at is distinct from old.anonymised_at)
  execute function payables_follow();

-- Those that fell behind before this rule.
update payable p set msisdn = a.phone,
  facts_hash = signed_facts(a.phone, p.amount_minor, p.currency, p.provider, signed_responses(p.id))
from person a
where a.id = p.participant_id and p.status = 'ELIGIBLE' and a.anonymised_at is null and p.msisdn is distinct from a.phone;
