-- The enabled provider of the person's own, else that with the longest prefix of the phone, then by priority
-- (domain/money/provider-route.ts). Null: none serves the payment.
create or replace function provider_for(phone text, paid_in text, own text default null) returns text language sql stable
  return (select p.name from public.provider p
      cross join lateral (select max(length(prefix)) as n from unnest(p.prefixes) prefix where starts_with(phone, prefix)) fit
    where p.enabled and (p.currencies = '{}' or paid_in = any(p.currencies)) and (p.name = own or p.prefixes = '{}' or fit.n > 0)
    order by p.name is not distinct from own desc, coalesce(fit.n, 0) desc, p.priority, p.name collate "C" limit 1);
-- The provider of a participant's own, for what follows their phone.
create or replace function own_route(participant bigint, phone_from text) returns text language sql stable
  return (select payment_provider from public.person where id = participant and phone_from = 'PARTICIPANT');
