-- What is not so is not written: moments are the database's own, counts only grow, what was stated stays, and work that was
-- taken back goes no further.

-- Moments ------------------------------------------------------------------------------------------------------------

-- The app writes each column of a new row but its moments and its number, which the database gives.
create procedure keeps_moments(kept regclass, variadic moments text[]) language plpgsql as $$
begin
  execute format('revoke insert on %s from canvass_app', kept);
  execute (select format('grant insert (%s) on %s to canvass_app', string_agg(quote_ident(attname), ', '), kept)
    from pg_attribute where attrelid = kept and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname <> all(moments));
end $$;
call keeps_moments('payable', 'created_at', 'updated_at');
call keeps_moments('payable_response', 'released_at');
call keeps_moments('step', 'at');
call keeps_moments('batch', 'created_at');
call keeps_moments('transfer', 'at');
call keeps_moments('finding', 'at');
call keeps_moments('incident', 'at');
call keeps_moments('funding', 'asked_at', 'decided_at');
call keeps_moments('payment_policy', 'changed_at');
call keeps_moments('payment_upload', 'created_at');
call keeps_moments('payment_selection', 'made_at');
call keeps_moments('books_check', 'at');

-- A signature of the round before keeps its moment.
create function carried_step_keeps_moment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.at := coalesce((select s.at from step s where s.payable_id = new.payable_id and s.round = new.round - 1
    and s.step = new.step and s.level = new.level), new.at);
  return new;
end $$;
create trigger carried_step_keeps_moment before insert on step for each row
  when (new.carried) execute function carried_step_keeps_moment();

-- A payment of the app changes now.
create function payable_changes_now() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger moment_is_now before update on payable for each row
  when (current_user = 'canvass_app' and new.updated_at is distinct from now()) execute function payable_changes_now();

create function written_otherwise() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return null;
end $$;
-- A moment that the app writes is that of its transaction.
create trigger moment_is_now before update on payment_run for each row
  when (current_user = 'canvass_app' and new.stopped_at is distinct from old.stopped_at and new.stopped_at is distinct from now())
  execute function written_otherwise();
create trigger moment_is_now before update on attempt for each row
  when (current_user = 'canvass_app' and (new.sent_at is distinct from old.sent_at and new.sent_at is distinct from now()
    or new.final_at is distinct from old.final_at and new.final_at is distinct from now()))
  execute function written_otherwise();

-- Tries at the provider ----------------------------------------------------------------------------------------------

alter table attempt
  -- Sends that the provider turned away at its door.
  add column turned_away int not null default 0,
  add constraint attempt_counts check (turned_away between 0 and sends and polls >= 0),
  add constraint attempt_ended check ((final_at is not null) = (state in ('SUCCESSFUL', 'FAILED', 'RECALLED'))) not valid;
grant update (turned_away) on attempt to canvass_app;
-- An attempt begins with nothing of all that its worker writes.
call keeps_moments('attempt', 'requested_at', 'sent_at', 'final_at', 'next_at', 'fence', 'sends', 'turned_away', 'polls',
  'poll_limit', 'provider_ref', 'reason', 'paid_minor', 'paid_currency', 'paid_msisdn', 'resolved');

-- One payment at the provider pays one attempt here.
create unique index attempt_reference on attempt (provider_ref, provider) where provider_ref is not null;
drop index attempt_provider_ref_idx;

-- Each sending counts, and only a sending that the provider turned away is called so.
create trigger attempt_counts before update on attempt for each row
  when (new.fence < old.fence
    or new.sends <> old.sends + ((old.state, new.state) = ('QUEUED', 'SENDING'))::int
    or new.turned_away <> old.turned_away and ((old.state, new.state) <> ('SENDING', 'QUEUED') or new.turned_away <> old.turned_away + 1))
  execute function written_otherwise();
-- Only people settle what the provider stated unlike the order. A failure may still turn out to be paid as ordered.
create trigger attempt_stated before update on attempt for each row
  when (old.paid_minor is not null and old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not new.resolved
    and (old.state, old.paid_minor, old.paid_currency, old.paid_msisdn)
      is distinct from (new.state, new.paid_minor, new.paid_currency, new.paid_msisdn))
  execute function written_otherwise();
-- The worker waits for some minutes or a day. What it leaves to people has a reason.
create trigger attempt_waits before update on attempt for each row
  when (current_user = 'canvass_app' and new.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and new.next_at is distinct from old.next_at and not (new.next_at <= now() + interval '7 days' or new.next_at = 'infinity' and new.reason is not null))
  execute function written_otherwise();

-- The tries of a payment are numbered one by one. The day of the authorization has counted one that follows a fault of ours.
create or replace function attempt_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$ select count(*) from new_rows n
    where n.no <> (select count(*) from attempt a where a.payable_id = n.payable_id) $q$ into breaches;
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

-- People may settle an outcome that the provider stated unlike the order, does not know of, or did not tell within a day.
create function is_unclear(a attempt) returns boolean language sql stable
  return a.sends > a.turned_away and (a.reason in ('MISMATCH', 'NOT_SEEN') or a.sent_at < now() - interval '24 hours');

create or replace function attempt_is_resolved() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  outcome text := case new.state when 'SUCCESSFUL' then 'PAID' when 'FAILED' then 'NOT_PAID' end;
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and is_unclear(old) and outcome is not null and found_by_two(new.payable_id, new.no, outcome, outcome) then 0 else 1 end);
  return new;
end $$;

create or replace function attempt_is_recalled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', case when old.sends = old.turned_away and (select count(*) from payable p
    join step s on s.payable_id = p.id and s.round = p.round + 1 and s.step = 'recall' and s.level = 1
    where p.id = new.payable_id and p.status = 'PROCESSING') = 1 then 0 else 1 end);
  return new;
end $$;

-- Paid late is an attempt that counts after all. Paid twice is a failure whose payment another attempt has paid.
create function incident_is_so() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1 - (select count(*) from attempt a join payable p on p.id = a.payable_id
    where a.payable_id = new.payable_id and a.no = new.attempt_no and a.sends > a.turned_away and case new.kind
      when 'PAID_LATE' then a.state = 'SUCCESSFUL'
      else a.state = 'FAILED' and p.status in ('SUCCESSFUL', 'REVERSING', 'REVERSED', 'CANCELLED') end));
  return null;
end $$;
create trigger incident_is_so after insert on incident for each row execute function incident_is_so();

-- What is owed -------------------------------------------------------------------------------------------------------

-- What keeps a payable in doubt from its next step (`PaymentHold` of domain/payment.ts). No other payable is asked.
create function doubt_about(p payable) returns text language sql stable set search_path = public, pg_temp
  return case
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED', 'REJECTED') and exists (
        select from payable_response l where l.payable_id = p.id and coalesce(l.released_at, 'infinity') = 'infinity'
          and (select f.status = 'APPROVED' and not f.is_pilot from form f
            where f.id = l.response_id and f.survey_id + 0 = l.survey_id) is not true)
      then 'RESPONSE_NOT_APPROVED'
    when p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' then (
      select case when payee.anonymised_at is not null then 'PAYEE_ERASED' else 'PHONE_CHANGED' end
      from person payee where payee.id = p.participant_id and payee.phone is distinct from p.msisdn)
    end;

drop trigger payables_in_doubt on form;
create trigger payables_in_doubt after update on form for each row
  when (old.status = 'APPROVED' and new.status <> 'APPROVED' or new.is_pilot and not old.is_pilot)
  execute function doubt_payables();
insert into doubtful_payable select l.payable_id from payable_response l join form f on f.survey_id = l.survey_id and f.id = l.response_id
  where f.is_pilot on conflict do nothing;

-- Nothing that is held up goes further. A recall takes no step forward: its money comes back in any case.
create function held_payable_stays() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  hold text;
begin
  execute $q$
    select max(doubt_about(row(o.*)::payable)) from new_rows n join doubtful_payable d on d.payable_id = n.id join old_rows o on o.id = n.id
    where o.status <> 'PROCESSING' and n.status in ('INITIATED', 'APPROVED', 'PROCESSING') and n.status <> o.status $q$ into hold;
  perform refuse_payment(hold, (hold is not null)::int);
  return null;
end $$;
-- After `payable_is_lawful`, as its name comes later.
create trigger payable_stays_held after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function held_payable_stays();

-- What has ended is never written again.
create trigger payable_final before update on payable for each row
  when (old.status in ('SUCCESSFUL', 'REJECTED', 'CANCELLED', 'REVERSED') and old.status = new.status and old.* is distinct from new.*)
  execute function written_otherwise();

-- The highest amount of one payment by hand, as the server was set when it started (domain/highest-amount.ts).
alter table currency add column highest_minor bigint not null default 10000000 check (highest_minor > 0);

-- One statement writes a payment by hand and its entry, in the currency of its survey. It pays no responses.
create function manual_is_entered() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n where n.kind = 'MANUAL' and (select count(*) from manual_payment m
      join survey s on s.id = m.survey_id and s.currency = n.currency join currency c on c.code = n.currency
      where m.payable_id = n.id and m.survey_id = n.survey_id and n.amount_minor <= c.highest_minor) = 0 $q$
    into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger manual_is_entered after insert on payable referencing new table as new_rows
  for each statement execute function manual_is_entered();
create or replace function link_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) from new_rows n cross join lateral (select * from payable where id = n.payable_id offset 0) p
    where p.status not in ('ACCRUING', 'ELIGIBLE') or p.survey_id <> n.survey_id or n.released_at is not null or p.kind = 'MANUAL'
      or p.kind = 'INDIVIDUAL' and (select count(*) from payable_response l where l.payable_id = p.id) <> 1 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;

-- Words that say something. Rows of before keep what they have.
alter table finding drop constraint finding_evidence_check,
  add constraint finding_evidence_check check (evidence ~ '\S' and length(evidence) <= 2000) not valid;
alter table payment_policy drop constraint payment_policy_reason_check,
  add constraint payment_policy_reason_check check (reason ~ '\S') not valid;
alter table funding drop constraint funding_document, drop constraint funding_reference_check,
  add constraint funding_document check (file_id is not null or coalesce(note, '') ~ '\S') not valid,
  add constraint funding_reference_check check (reference ~ '\S') not valid;
alter table manual_payment add constraint manual_payment_reason_check check (reason ~ '\S') not valid;
