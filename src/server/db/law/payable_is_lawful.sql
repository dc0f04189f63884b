-- Each change of a payment: its move is listed, its signatures are there, its facts stay, and money is where its status says.
-- The laws of new payables and entries prove the facts themselves.
create or replace function payable_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  illegal bigint;
  unsigned bigint;
  outdated bigint;
  unbooked bigint;
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
  -- What goes to the people is approved. Its facts are what its responses or its entry say from its first row on.
  if is_first then
    execute $q$
      select count(*) from new_rows n cross join lateral (
        select count(*) filter (where (select f.status from form f where f.id = l.response_id and f.survey_id + 0 = l.survey_id)
          <> 'APPROVED') as unapproved
        from payable_response l where l.payable_id = n.id and coalesce(l.released_at, 'infinity') = 'infinity' offset 0) l
      where n.status = 'INITIATED' and l.unapproved > 0 $q$ into unapproved;
  end if;
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
create or replace trigger payable_is_lawful after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function payable_is_lawful();
