-- A payable is approved only by as many people as the policy of that moment asks for.
create or replace function approved_by_enough() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint := 0;
begin
  if exists (select from payment_limit where kind = 'SECOND_APPROVAL') then
    execute $q$
      select count(*) from old_rows o join new_rows n using (id)
      where n.status = 'APPROVED' and o.status = 'INITIATED' and approvals_needed(n.amount_minor, n.currency) > (
        select count(distinct s.actor_id) from step s
        where s.payable_id = n.id and s.round = n.round and s.step = 'approve' and s.facts_hash = n.facts_hash) $q$
      into breaches;
  end if;
  perform refuse_payment('SECOND_APPROVAL_NEEDED', breaches);
  return null;
end $$;
create or replace trigger approved_by_enough after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function approved_by_enough();
