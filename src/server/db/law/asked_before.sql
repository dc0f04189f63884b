-- The provider is asked before the first sending of payments that were there by then: when another life began, and for a month
-- after a fall back, whose lost payments are made again.
create or replace function asked_before() returns timestamptz language sql stable
  return greatest(
    (select max(began_at) from public.database_life where id > (select min(id) from public.database_life)),
    (select max(began_at) + interval '30 days' from public.payment_stop where kind = 'RESTORED'));
