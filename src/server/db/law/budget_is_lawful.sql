create or replace function budget_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.version := 1;
  new.updated_at := now();
  perform refuse_payment('FORBIDDEN', (new.changed_by is null or not may_limit(new.changed_by, new.survey_id))::int);
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from survey s where s.id = new.survey_id and s.currency <> new.currency));
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    perform refuse_payment('FUNDING_OWN', (old.amount_minor is not null
      and (new.amount_minor is null or new.amount_minor > old.amount_minor or new.currency <> old.currency)
      and not is_confirmed(new.change_id, new.survey_id, old.version, jsonb_build_object('amountMinor', new.amount_minor::text)))::int);
  end if;
  return new;
end $$;
create or replace trigger budget_is_lawful before insert or update on survey_budget for each row execute function budget_is_lawful();
