-- What is wrong with money belongs to people who move it, and only they close it.
create or replace trigger desk_act_is_lawful after insert on desk_act for each row execute function law('FORBIDDEN', $$ select count(*) from n
  where not (may_stop(n.person_id) or may_fund(n.person_id)) or not (n.owner_id is null or may_stop(n.owner_id) or may_fund(n.owner_id)) $$);
