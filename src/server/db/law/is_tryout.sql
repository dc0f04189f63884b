create or replace function is_tryout(provider text) returns boolean language sql stable
  return provider = 'simulator' and exists (
    select from public.payment_stop s where s.kind = 'TRYOUT' and s.ended_at = now() and s.ended_by is not null);
