-- What is final is never written again. A failure may still turn out to be paid, and is asked about until then.
create or replace trigger attempt_final before update on attempt for each row
  when (old.state in ('SUCCESSFUL', 'RECALLED')
    or old.state = 'FAILED' and (new.state <> 'SUCCESSFUL' or new.resolved) and (old.state, old.reason, old.provider_ref, old.sends, old.sent_at,
      old.final_at, old.paid_minor, old.paid_currency, old.paid_msisdn, old.resolved) is distinct from (new.state, new.reason,
      new.provider_ref, new.sends, new.sent_at, new.final_at, new.paid_minor, new.paid_currency, new.paid_msisdn, new.resolved))
  execute function law('ILLEGAL_TRANSITION');
