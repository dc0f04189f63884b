-- A person begins a stop with the right to, and the app ends none before its people. The owner's functions end one without a cause.
create or replace function stop_is_lawful() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (new.began_by is not null and not may_stop(new.began_by))::int);
    return new;
  end if;
  perform refuse_payment('STOP_OVER', (old.ended_at is not null)::int);
  if current_user = 'canvass_app' then
    perform refuse_payment('STOP_NEEDS_PEOPLE', (select count(*) from payment_stop_kind k where k.kind = old.kind
      and k.people > (select count(*) from payment_stop_confirmation c where c.stop_id = old.id)));
  end if;
  if new.ended_at is not null then new.ended_at := now(); end if;
  return new;
end $$;
create or replace trigger stop_is_lawful before insert or update on payment_stop for each row execute function stop_is_lawful();
