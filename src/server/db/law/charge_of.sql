-- What it costs to cash this amount out there: by the narrowest band that holds it. Above all of them no charge is known.
create or replace function charge_of(provider text, paid_in text, amount bigint) returns bigint language sql stable
  return coalesce((select b.charge from public.provider p, jsonb_to_recordset(p.charges) as b (currency text, "upTo" bigint, charge bigint)
    where p.name = charge_of.provider and b.currency = paid_in and b."upTo" >= amount order by b."upTo" limit 1), 0);
-- Through whom an unsigned payment of this much goes to this phone, and the charge there.
create or replace function routed(p payable, net bigint, phone text, own text, out name text, out charge bigint) language sql stable as $$
  select r, public.charge_of(r, p.currency, net) from public.paying_provider(phone, p.currency, p.provider, own) r $$;
