-- No person books money in alone: a transfer is the whole of a side of a request that was confirmed in its own transaction.
create or replace function transfer_is_funded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from account c, account d
  where c.id = new.credit_account and d.id = new.debit_account and not exists (
    select from funding f
    where f.id = new.funding_id and f.status = 'CONFIRMED' and f.decided_at = now() and case new.kind
      when 'topup' then (f.into_provider, f.into_currency, f.into_minor) = (d.provider, new.currency, new.amount_minor)
      else (f.from_provider, f.from_currency, f.from_minor) = (c.provider, new.currency, new.amount_minor) end);
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger transfer_is_funded after insert on transfer
  for each row when (new.kind in ('topup', 'withdraw')) execute function transfer_is_funded();
