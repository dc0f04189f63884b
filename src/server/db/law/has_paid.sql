-- Whether money went out for real: attempts at a provider that was met.
create or replace function has_paid() returns boolean language sql stable
  return exists (select from public.attempt a join public.provider p on p.name = a.provider
    where p.address is not null and p.name <> 'simulator');
