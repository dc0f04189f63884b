-- Payments that meet a list, whichever of the two comes first, or perhaps a payee under another name, are in doubt.
create or replace function meets_payee_before() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'paid_before_list' then
    perform pg_advisory_xact_lock(hashtext('paid_before'));
    insert into doubtful_payable select p.id from payable p join paid_before b on b.msisdn = p.msisdn
    where b.list_id = new.id and p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING', 'FAILED', 'REJECTED') on conflict do nothing;
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('paid_before'));
  if exists (select from paid_before) then
    execute $q$ insert into doubtful_payable select n.id from new_rows n
      where n.status in ('ELIGIBLE', 'INITIATED') and n.msisdn in (select msisdn from paid_before) on conflict do nothing $q$;
  end if;
  execute $q$ insert into doubtful_payable select n.id from new_rows n where coalesce(
    (select 1 from payable q where q.msisdn = n.msisdn and q.id <> n.id and (q.participant_id = n.participant_id) is not true limit 1),
    (select 1 from payee_twin t where t.id = n.participant_id limit 1)) = 1 on conflict do nothing $q$;
  return null;
end $$;
create or replace trigger list_meets_payables after update on paid_before_list for each row
  when (new.status = 'CONFIRMED') execute function meets_payee_before();
create or replace trigger payable_meets_list after insert on payable referencing new table as new_rows
  for each statement execute function meets_payee_before();
