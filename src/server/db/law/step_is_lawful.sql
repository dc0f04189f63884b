-- Separation of duties, strict: on one payable and round one person does one of initiate, approve and authorize.
-- No person acts on a payment to their own phone, or without the right.
create or replace function step_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
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
          and p.msisdn is distinct from (select pays_to from person where id = p.participant_id)) as changed
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
  -- Who lifted a hold signs no step of a duty.
  execute $q$
    select count(*) from desk_act x join new_rows n on n.payable_id = lifted(x.kind, x.key, 1) and n.actor_id = x.person_id
      join payment_step d on d.step = n.step and d.duty is not null
    where x.reason is not null $q$ into breaches;
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
create or replace trigger step_is_lawful after insert on step referencing new table as new_rows
  for each statement execute function step_is_lawful();
