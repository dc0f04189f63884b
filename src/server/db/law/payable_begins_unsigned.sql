create or replace trigger payable_begins_unsigned before insert on payable
  for each row when (new.status <> 'ELIGIBLE' or new.round <> 1) execute function law('ILLEGAL_TRANSITION');
