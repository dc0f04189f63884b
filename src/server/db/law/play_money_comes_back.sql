create or replace function play_money_comes_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION',
    (select count(*) from payable p where p.id = new.payable_id and (not is_tryout(p.provider) or p.status <> 'SUCCESSFUL')));
  return null;
end $$;
create or replace trigger play_money_comes_back after insert on transfer for each row
  when (new.kind = 'tryout') execute function play_money_comes_back();
