-- A stop ends with the last of its people. A place that two people confirmed is the provider's from then on.
create or replace function stop_is_confirmed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needed int;
begin
  select k.people into needed from payment_stop s join payment_stop_kind k using (kind)
  where s.id = new.stop_id and s.ended_at is null for no key update of s;
  perform refuse_payment('STOP_OVER', (needed is null)::int);
  perform refuse_payment('STOP_BY_HOUSE', (needed = 0)::int);
  perform refuse_payment('FORBIDDEN', (not may_stop(new.person_id))::int);
  update payment_stop set ended_at = now(), ended_by = new.person_id
  where id = new.stop_id and needed <= (select count(*) from payment_stop_confirmation where stop_id = new.stop_id);
  update provider p set address = s.details ->> 'newAddress', account = s.details ->> 'newAccount'
  from payment_stop s
  where s.id = new.stop_id and s.kind = 'ADDRESS' and s.ended_at is not null and p.name = s.provider;
  return null;
end $$;
create or replace trigger stop_is_confirmed after insert on payment_stop_confirmation for each row execute function stop_is_confirmed();
