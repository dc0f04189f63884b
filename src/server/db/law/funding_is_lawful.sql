create or replace function funding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_fund(new.asked_by))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_fund(new.decided_by))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    -- By the clock of the transaction: a transfer of another one does not name it.
    new.decided_at := now();
  end if;
  return new;
end $$;
create or replace trigger funding_is_lawful before insert or update on funding for each row execute function funding_is_lawful();
