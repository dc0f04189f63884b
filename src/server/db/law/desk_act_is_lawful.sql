-- What is wrong with money belongs to people who move it, and only they close it.
create or replace trigger desk_act_is_lawful after insert on desk_act for each row execute function law('FORBIDDEN', $$ select count(*) from n
  where not (may_stop(n.person_id) or may_fund(n.person_id)) or not (n.owner_id is null or may_stop(n.owner_id) or may_fund(n.owner_id)) $$);
-- Only another person lifts a hold than those who sign the payment or get it.
create or replace trigger lift_is_by_another after insert on desk_act for each row when (new.reason is not null)
  execute function law('SELF_ACTION', $$ select count(*) from n join payable p on p.id = lifted(n.kind, n.key, 1) join person a on a.id = n.person_id
  where a.phone = p.msisdn or exists (select from step s where s.payable_id = p.id and s.round = p.round and s.actor_id = a.id) $$);
