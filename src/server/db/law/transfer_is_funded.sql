-- No person books money in alone: a transfer is the whole of a side of a request that was confirmed in its own transaction.
create or replace trigger transfer_is_funded after insert on transfer
  for each row when (new.funding_id is not null) execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n join account c on c.id = n.credit_account join account d on d.id = n.debit_account
  where not exists (select from funding f where f.id = n.funding_id and f.status = 'CONFIRMED' and f.decided_at = now()
    and case d.kind when 'FLOAT' then (f.counter, f.into_provider, f.into_currency, f.into_minor) = (c.kind, d.provider, n.currency, n.amount_minor)
      else (f.counter, f.from_provider, f.from_currency, f.from_minor) = (d.kind, c.provider, n.currency, n.amount_minor) end) $$);
