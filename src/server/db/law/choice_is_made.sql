create or replace function choice_is_made() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from payment_stop s
    where s.id = new.stop_id and (s.kind = 'TRYOUT') <> (new.choice is not null)));
  return null;
end $$;
create or replace trigger choice_is_made after insert on payment_stop_confirmation for each row execute function choice_is_made();
