-- It runs after the payables are counted, as its name comes later.
create or replace function payable_within_budget() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  if not exists (select from survey_budget) then return null; end if;
  execute $q$
    select from survey_budget where survey_id in (select survey_id from new_rows where status = 'PROCESSING')
    order by survey_id for no key update $q$;
  execute $q$
    select count(*) from (
      select distinct n.survey_id, n.currency from old_rows o join new_rows n using (id)
      where n.status = 'PROCESSING' and o.status <> 'PROCESSING'
    ) n join survey_budget b using (survey_id, currency)
    where b.amount_minor < coalesce((select sum(c.amount_minor) from payable_counter c
        where c.survey_id = b.survey_id and c.currency = b.currency and c.status = 'PROCESSING'), 0)
      + coalesce((select sum(a.debits - a.credits) from account a
        where a.kind = 'SPENT' and a.survey_id = b.survey_id and a.currency = b.currency), 0) $q$ into breaches;
  perform refuse_payment('BUDGET_EXCEEDED', breaches);
  return null;
end $$;
create or replace trigger within_budget after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function payable_within_budget();
