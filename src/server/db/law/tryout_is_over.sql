create or replace function tryout_is_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not is_tryout(new.provider) or old.status = 'SUCCESSFUL'
    and not exists (select from transfer t where t.payable_id = new.id and t.kind = 'tryout'))::int);
  return null;
end $$;
create or replace trigger tryout_is_over after update on payable for each row
  when (old.status in ('SUCCESSFUL', 'FAILED', 'REJECTED') and new.status = 'CANCELLED') execute function tryout_is_over();
