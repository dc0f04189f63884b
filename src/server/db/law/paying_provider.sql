-- Through whom a payment goes that is not signed yet. One that none serves names the first of all, and is held (`doubt_about`).
-- Real payments and those of a try-out stay apart: `so_far` never becomes the simulator, nor the reverse.
create or replace function paying_provider(phone text, paid_in text, so_far text default null, own text default null) returns text language sql stable
  return (select case when 'simulator' in (so_far, chosen) then coalesce(so_far, chosen) else chosen end
    from (select coalesce(public.provider_for(phone, paid_in, own),
      (select name from public.provider where enabled order by priority, name collate "C" limit 1), 'gsma') as chosen) c);
