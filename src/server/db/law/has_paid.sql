-- Whether money went out for real: attempts at a provider that was met, or that is paid by files.
create or replace function has_paid() returns boolean language sql stable
  return exists (select from public.attempt a join public.provider p on p.name = a.provider
    where p.kind = 'FILE' or p.kind = 'API' and p.address is not null);
