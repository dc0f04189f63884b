-- Another person releases what one asked for, and two take it back. That alone sends its payments, and has them wait again.
create or replace function payment_file_act_is_lawful() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  kept payment_file;
  moved bigint; total numeric;
begin
  select * into kept from payment_file where id = new.payment_file_id for no key update;
  perform refuse_payment('FORBIDDEN', (not holds(new.person_id, 'payments.authorize'))::int);
  perform refuse_payment('FUNDING_DECIDED', (kept.status <> case when new.act in ('RELEASE', 'REFUSE') then 'ASKED' else 'RELEASED' end)::int);
  perform refuse_payment('FUNDING_OWN', (case new.act when 'RELEASE' then kept.asked_by = new.person_id when 'TAKE_BACK' then not exists (
    select from payment_file_act a where a.payment_file_id = kept.id and a.act = 'ASK_BACK' and a.person_id <> new.person_id) end)::int);
  if new.act = 'RELEASE' then
    perform refuse_payment('SENDING_STOPPED', sending_stopped(kept.provider, false)::int);
    with sent as (
      update attempt a set state = 'SENDING', sends = a.sends + 1, fence = a.fence + 1, sent_at = now(), next_at = 'infinity', reason = 'IN_FILE'
      from payment_file_line l where l.payment_file_id = kept.id and a.id = l.attempt_id and a.state = 'QUEUED' returning a.amount_minor
    ) select count(*), sum(amount_minor) into moved, total from sent;
    perform refuse_payment('STALE_FACTS', ((moved, total) is distinct from (kept.lines::bigint, kept.sum_minor::numeric))::int);
  elsif new.act = 'TAKE_BACK' then
    update attempt a set state = 'QUEUED', turned_away = a.turned_away + 1, fence = a.fence + 1, next_at = now(), reason = null
    from payment_file_line l where l.payment_file_id = kept.id and a.id = l.attempt_id and a.state = 'SENDING';
    get diagnostics moved = row_count;
    perform refuse_payment('STALE_FACTS', (moved <> kept.lines)::int);
  end if;
  update payment_file set status = coalesce('{"RELEASE": "RELEASED", "REFUSE": "REFUSED", "TAKE_BACK": "TAKEN_BACK"}'::jsonb ->> new.act, status) where id = kept.id;
  return null;
end $$;
create or replace trigger payment_file_act_is_lawful after insert on payment_file_act for each row execute function payment_file_act_is_lawful();
