-- Paid late is an attempt that counts after all. Paid twice is a failure whose payment another attempt has paid.
create or replace function incident_is_so() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1 - (select count(*) from attempt a join payable p on p.id = a.payable_id
    where a.payable_id = new.payable_id and a.no = new.attempt_no and a.sends > a.turned_away and case new.kind
      when 'PAID_LATE' then a.state = 'SUCCESSFUL'
      else a.state = 'FAILED' and p.status in ('SUCCESSFUL', 'REVERSING', 'REVERSED', 'CANCELLED') end));
  return null;
end $$;
create or replace trigger incident_is_so after insert on incident for each row execute function incident_is_so();
