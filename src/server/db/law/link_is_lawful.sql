-- Responses join a payable before anybody signs it. The lock makes a signer wait, and then see them.
create or replace function link_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) from new_rows n cross join lateral (select * from payable where id = n.payable_id offset 0) p
    where p.status <> 'ELIGIBLE' or p.survey_id <> n.survey_id or n.released_at is not null or p.kind = 'MANUAL'
      or p.kind = 'INDIVIDUAL' and (select count(*) from payable_response l where l.payable_id = p.id) <> 1 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger link_is_lawful after insert on payable_response referencing new table as new_rows
  for each statement execute function link_is_lawful();
