-- The enabled provider with the longest prefix of the phone, then by priority (domain/money/provider-route.ts). Null: none
-- serves the payment.
create or replace function provider_for(phone text, paid_in text) returns text language sql stable
  return (select p.name from public.provider p
      cross join lateral (select max(length(prefix)) as n from unnest(p.prefixes) prefix where starts_with(phone, prefix)) fit
    where p.enabled and (p.currencies = '{}' or paid_in = any(p.currencies)) and (p.prefixes = '{}' or fit.n > 0)
    order by coalesce(fit.n, 0) desc, p.priority, p.name collate "C" limit 1);
