-- Part of a phone is searched for in the phones that payments go to, each of them once: an index of parts on `payable` would
-- be written again at each change of a payment.

create table payee_phone (
  msisdn text primary key
);
create index on payee_phone using gin (msisdn gin_trgm_ops);
revoke insert, update, delete, truncate on payee_phone from canvass_app;
insert into payee_phone select distinct msisdn from payable where msisdn is not null;

create function note_payee_phones() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
begin
  execute case tg_op when 'INSERT' then $q$
    insert into payee_phone select distinct msisdn from new_rows where msisdn is not null order by msisdn on conflict do nothing $q$
  else $q$
    insert into payee_phone select distinct n.msisdn from new_rows n join old_rows o using (id)
    where n.msisdn is distinct from o.msisdn and n.msisdn is not null order by n.msisdn on conflict do nothing $q$ end;
  return null;
end $$;
create trigger note_phones_insert after insert on payable referencing new table as new_rows
  for each statement execute function note_payee_phones();
create trigger note_phones_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function note_payee_phones();

-- The sealed trail up to this block was as it was sealed: the next look goes on from there. `npm run audit:verify` proves all.
alter table books_check add column proven_block bigint;
