-- Nothing joins a set that is whole.
create or replace function set_stays_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (
      select p.id from payable p join payable_response l on l.payable_id = p.id
      where p.kind = 'GROUPED' and p.id in (select payable_id from new_rows)
      group by p.id, p.set_size having count(*) <> p.set_size
    ) s $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger set_stays_whole after insert on payable_response referencing new table as new_rows
  for each statement execute function set_stays_whole();
