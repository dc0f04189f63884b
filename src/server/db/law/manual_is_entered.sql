-- One statement writes a payment by hand and its entry, in the currency of its survey. It pays no responses.
create or replace function manual_is_entered() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n where n.kind = 'MANUAL' and (select count(*) from manual_payment m
      join survey s on s.id = m.survey_id and s.currency = n.currency join currency c on c.code = n.currency
      where m.payable_id = n.id and m.survey_id = n.survey_id and n.amount_minor <= c.highest_minor) = 0 $q$
    into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger manual_is_entered after insert on payable referencing new table as new_rows
  for each statement execute function manual_is_entered();
