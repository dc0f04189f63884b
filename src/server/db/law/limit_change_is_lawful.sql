create or replace function limit_change_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_limit(new.asked_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_limit(new.decided_by, new.survey_id))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    new.decided_at := now();
  end if;
  return new;
end $$;
create or replace trigger limit_change_is_lawful before insert or update on limit_change for each row execute function limit_change_is_lawful();
