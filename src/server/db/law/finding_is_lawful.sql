create or replace function finding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from payable p where p.id = new.payable_id
    and p.status is distinct from case when new.outcome in ('PAID', 'NOT_PAID') then 'PROCESSING'
      when new.outcome = 'REVERSE' then 'SUCCESSFUL' when new.outcome = 'OWED' then 'REVERSED' else 'REVERSING' end;
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
create or replace trigger finding_is_lawful after insert on finding for each row execute function finding_is_lawful();
