-- Of money that went out twice, the second one comes back first: what is owed stays paid until then.
create or replace function money_comes_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from incident i
  where new.kind = 'reverse' and i.payable_id = new.payable_id and i.kind = 'PAID_TWICE' and not exists (
    select from transfer t where t.payable_id = i.payable_id and t.kind = 'recover' and t.attempt_no = i.attempt_no);
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  select count(*) into breaches from payable p
  where new.kind = 'recover' and p.id = new.payable_id and (p.status <> 'REVERSING' or not exists (
    select from transfer t where t.payable_id = p.id and t.kind = 'loss' and t.attempt_no = new.attempt_no));
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger money_comes_back after insert on transfer for each row
  when (new.kind in ('reverse', 'recover')) execute function money_comes_back();
