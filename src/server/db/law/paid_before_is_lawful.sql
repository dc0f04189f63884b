-- One person keeps the list, whole in one transaction, and another one confirms it.
create or replace trigger paid_before_is_asked before insert or update on paid_before_list for each row execute function funding_is_lawful();
create or replace trigger paid_before_is_whole after insert on paid_before referencing new table as new_rows
  for each statement execute function law('FUNDING_DECIDED', $$
  select count(*) from new_rows n join paid_before_list l on l.id = n.list_id where l.asked_at <> now() or l.status <> 'ASKED' $$);
