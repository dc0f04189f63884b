-- A step on 5,000 payments looks at each of them once. Of the few kinds of change among them each is judged once.

create or replace function payable_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  illegal bigint;
  unsigned bigint;
  outdated bigint;
  unbooked bigint;
  unproven bigint := 0;
  unapproved bigint := 0;
  breaches bigint := 0;
  is_first boolean;
  is_undone boolean;
begin
  -- Facts change while no signature is on them: with the participant's phone, or by a person who corrects or opens again.
  -- Money is where the status says: reserved, spent, or given back.
  execute $q$
    with change as (
      select o.status as was, n.status, n.round - o.round as rounds, s.steps,
        count(*) filter (where (o.msisdn, o.amount_minor, o.phone_from, o.facts_hash)
            is distinct from (n.msisdn, n.amount_minor, n.phone_from, n.facts_hash)
          and ((n.status = 'ELIGIBLE'
              and n.facts_hash = signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, signed_responses(n.id))
              and (n.phone_from = 'GIVEN' or n.participant_id is null
                or n.msisdn is not distinct from (select phone from person where id = n.participant_id))
              and ((n.amount_minor, n.phone_from) = (o.amount_minor, o.phone_from) and (n.round > o.round
                  or n.phone_from = 'PARTICIPANT' and o.status = 'ELIGIBLE' and n.participant_id is not null)
                or cardinality(s.correcting) = 1 and n.round > o.round)) is not true)) as outdated,
        count(*) filter (where case n.status
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
          else false end) as unbooked
      from old_rows o join new_rows n using (id) cross join lateral (
        select array_agg(s.step) filter (where s.level = 1 and s.facts_hash = n.facts_hash) as steps,
          array_agg(s.step) filter (where s.step = 'correct') as correcting
        from step s where s.payable_id = n.id and s.round = n.round offset 0) s
      group by 1, 2, 3, 4
    )
    select count(*) filter (where (was <> status or rounds <> 0) and not exists (select from payable_move m
          where m.from_status = was and m.to_status = status and m.next_round::int = rounds
            and (m.step is null or m.step = any(steps)))),
      count(*) filter (where exists (select from payable_signature g where g.status = change.status
        and (g.step = any(steps)) is not true)),
      sum(outdated), sum(unbooked), coalesce(bool_or(status = 'INITIATED'), false),
      coalesce(bool_or(was <> status and (status in ('REVERSING', 'REVERSED', 'CANCELLED') or was = 'REVERSING')), false)
    from change $q$ into illegal, unsigned, outdated, unbooked, is_first, is_undone;
  perform refuse_payment('ILLEGAL_TRANSITION', illegal);
  perform refuse_payment('ILLEGAL_TRANSITION', unsigned);
  perform refuse_payment('STALE_FACTS', outdated);
  -- What goes to the people is what its responses and facts say.
  if is_first then
    execute $q$
      select count(*) filter (where n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, l.ids)
          or (l.ids is null and n.kind <> 'MANUAL')),
        count(*) filter (where l.unapproved > 0)
      from new_rows n cross join lateral (
        select string_agg(l.response_id::text, ',' order by l.response_id) as ids,
          count(*) filter (where (select f.status from form f where f.id = l.response_id and f.survey_id + 0 = l.survey_id)
            <> 'APPROVED') as unapproved
        from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity' offset 0) l
      where n.status = 'INITIATED' $q$ into unproven, unapproved;
  end if;
  perform refuse_payment('STALE_FACTS', unproven);
  perform refuse_payment('RESPONSE_NOT_APPROVED', unapproved);
  perform refuse_payment('ILLEGAL_TRANSITION', unbooked);
  if not is_undone then return null; end if;
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
        and not second_is_back(n.id, n.no)
      else (select anonymised_at from person where id = n.participant_id) is null end $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- A response is free for another payable only when this one is undone.
  execute $q$
    update payable_response l set released_at = now() from new_rows n
    where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity' and n.status in ('CANCELLED', 'REVERSED') $q$;
  return null;
end $$;

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
    with actor as materialized (
      select id, phone from person where id = any(array(select distinct actor_id from new_rows))
    ), taken as materialized (
      select n.step, p.status, n.round - p.round as rounds, n.facts_hash = p.facts_hash as is_same, count(*) as n,
        count(*) filter (where p.msisdn = actor.phone) as own,
        count(*) filter (where p.phone_from = 'PARTICIPANT' and p.participant_id is not null
          and n.step in ('initiate', 'approve', 'authorize', 'retry')
          and p.msisdn is distinct from (select phone from person where id = p.participant_id)) as changed
      from new_rows n left join lateral (select * from payable where id = n.payable_id offset 0) p on true
        left join actor on actor.id = n.actor_id
      where not n.carried group by 1, 2, 3, 4
    )
    select count(*) filter (where m.step is null or t.rounds <> m.next_round::int),
      count(*) filter (where not t.is_same and not (coalesce(m.next_round, false) and t.step in ('reopen', 'correct'))),
      sum(own), sum(changed)
    from taken t left join payable_move m on m.from_status = t.status and m.step = t.step $q$ into illegal, outdated, own, changed;
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
  -- Of another step of the same person only its duty is asked about.
  execute $q$
    select count(*) from new_rows n join payment_step d on d.step = n.step and d.duty is not null where (
      select count(*) from step s where s.payable_id = n.payable_id and s.round = n.round and s.actor_id + 0 = n.actor_id
        and (s.step, s.level) <> (n.step, n.level)
        and (s.step = n.step or (select o.duty from payment_step o where o.step = s.step) <> d.duty)) > 0 $q$ into breaches;
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

create or replace function count_signers() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  -- Each person once for a payment, in its round, by another duty than that of its next step.
  signers text := $q$ select s.actor_id, r.survey_id, r.status, r.currency, %s as n, %s r.amount_minor as amount_minor from %s r
    cross join lateral (select s.actor_id from step s where s.payable_id = r.id and s.round = r.round
      and s.step = any(case r.status when 'INITIATED' then $1 else $2 end) group by s.actor_id offset 0) s
    where r.status in ('INITIATED', 'APPROVED') $q$;
  initiating text[] := array(select step from payment_step where duty = 'initiate');
  signing text[] := array(select step from payment_step where duty in ('initiate', 'approve'));
begin
  execute format($q$
    insert into signer_counter as c (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select actor_id, survey_id, status, currency, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s union all %s) change
    group by actor_id, survey_id, status, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by actor_id, survey_id, status, currency
    on conflict (actor_id, survey_id, status, currency, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$,
    format(signers, 1, '+', 'new_rows'), format(signers, -1, '-', 'old_rows')) using initiating, signing;
  return null;
end $$;

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

create or replace function count_account_days() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
begin
  execute $q$
    insert into account_day as d (account_id, day, debits, credits, lines)
    select s.id, s.day, s.debits, s.credits, s.lines
    from (
      select id, (at at time zone 'UTC')::date as day, sum(debit) as debits, sum(credit) as credits, sum(lines) as lines
      from (
        select debit_account as id, at, sum(amount_minor) as debit, 0 as credit, count(*) as lines from new_rows group by 1, 2
        union all select credit_account, at, 0, sum(amount_minor), count(*) from new_rows group by 1, 2
      ) moment group by 1, 2
    ) s where (select batch_id from account a where a.id = s.id) is null
    order by s.id, s.day
    on conflict (account_id, day) do update
    set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits, lines = d.lines + excluded.lines $q$;
  return null;
end $$;

-- The rules of a step, an attempt and a transfer find its payable, attempt and accounts by their keys, and refuse it without.
-- None of those is ever deleted. The foreign keys looked each of them up once more, by a query for each row.
alter table step drop constraint step_payable_id_fkey;
alter table attempt drop constraint attempt_payable_id_fkey;
alter table transfer drop constraint transfer_credit_account_currency_fkey,
  drop constraint transfer_debit_account_currency_fkey, drop constraint transfer_payable_id_attempt_no_fkey;
create trigger stays before delete on payable for each statement execute function refuse_change();
create trigger stays before delete on attempt for each statement execute function refuse_change();
create trigger stays before delete on account for each statement execute function refuse_change();

-- Each change of a payment writes into each index. A participant has few payments: they are sorted.
drop index payable_participant_id_updated_at_id_idx;
create index payable_participant on payable (participant_id);
