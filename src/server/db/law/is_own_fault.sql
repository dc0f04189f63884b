-- The same codes are in domain/money/provider-codes.ts.
create or replace function is_own_fault(code text) returns boolean language sql immutable
  return code ~* '^(insufficientfunds|not_enough_funds|pawapay_wallet_out_of_funds|payer_?limit_?(reached|exceeded)|debitaccountunknown)$';
