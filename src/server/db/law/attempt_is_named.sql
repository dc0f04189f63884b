-- A try has the name that the house gives it, whatever it brings (`try_name`).
create or replace function attempt_is_named() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select try_name(t.thing, coalesce(t.tries, 0) + 1, new.msisdn, new.amount_minor, new.currency, new.provider) into new.client_ref
  from (select) one left join tries_of(array[new.payable_id]) t on true;
  return new;
end $$;
create or replace trigger attempt_is_named before insert on attempt for each row when (new.client_ref is null)
  execute function attempt_is_named();
create or replace trigger attempt_keeps_name after insert on attempt referencing new table as n for each statement
  execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join tries_of(array(select payable_id from n)) t on t.payable_id = n.payable_id
  where n.client_ref <> try_name(t.thing, t.tries, n.msisdn, n.amount_minor, n.currency, n.provider) $$);
