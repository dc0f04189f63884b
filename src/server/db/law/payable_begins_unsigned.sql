create or replace function payable_begins_unsigned() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return null;
end $$;
create or replace trigger payable_begins_unsigned before insert on payable for each row
  when (new.status <> 'ELIGIBLE' or new.round <> 1) execute function payable_begins_unsigned();
