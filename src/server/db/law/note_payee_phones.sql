create or replace function note_payee_phones() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  execute case tg_op when 'INSERT' then $q$
    insert into payee_phone select distinct msisdn from new_rows where msisdn is not null order by msisdn on conflict do nothing $q$
  else $q$
    insert into payee_phone select distinct n.msisdn from new_rows n join old_rows o using (id)
    where n.msisdn is distinct from o.msisdn and n.msisdn is not null order by n.msisdn on conflict do nothing $q$ end;
  return null;
end $$;
create or replace trigger note_phones_insert after insert on payable referencing new table as new_rows
  for each statement execute function note_payee_phones();
create or replace trigger note_phones_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function note_payee_phones();
