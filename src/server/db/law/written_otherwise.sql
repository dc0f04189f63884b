create or replace function written_otherwise() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return new;
end $$;
-- A moment that the app writes is that of its transaction.
create or replace trigger moment_is_now before update on payment_run for each row
  when (current_user = 'canvass_app' and new.stopped_at is distinct from old.stopped_at and new.stopped_at is distinct from now())
  execute function written_otherwise();
create or replace trigger moment_is_now before update on attempt for each row
  when (current_user = 'canvass_app' and (new.sent_at is distinct from old.sent_at and new.sent_at is distinct from now()
    or new.final_at is distinct from old.final_at and new.final_at is distinct from now()))
  execute function written_otherwise();
-- Each sending counts, and only a sending that the provider turned away is called so.
create or replace trigger attempt_counts before update on attempt for each row
  when (new.fence < old.fence
    or new.sends <> old.sends + ((old.state, new.state) = ('QUEUED', 'SENDING'))::int
    or new.turned_away <> old.turned_away and ((old.state, new.state) <> ('SENDING', 'QUEUED') or new.turned_away <> old.turned_away + 1))
  execute function written_otherwise();
-- Only people settle what the provider stated unlike the order, but for play money of a try-out that ends. A failure may still turn out to be paid as ordered.
create or replace trigger attempt_stated before update on attempt for each row
  when (old.paid_minor is not null and old.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') and not new.resolved and not is_tryout(old.provider)
    and (old.state, old.paid_minor, old.paid_currency, old.paid_msisdn)
      is distinct from (new.state, new.paid_minor, new.paid_currency, new.paid_msisdn))
  execute function written_otherwise();
-- The worker waits for some minutes or a day. What it leaves to people has a reason.
create or replace trigger attempt_waits before update on attempt for each row
  when (current_user = 'canvass_app' and new.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
    and new.next_at is distinct from old.next_at and not (new.next_at <= now() + interval '7 days' or new.next_at = 'infinity' and new.reason is not null))
  execute function written_otherwise();
-- What has ended is never written again.
create or replace trigger payable_final before update on payable for each row
  when (old.status in ('SUCCESSFUL', 'REJECTED', 'CANCELLED', 'REVERSED') and old.status = new.status and old.* is distinct from new.*)
  execute function written_otherwise();
