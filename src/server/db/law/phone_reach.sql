-- How much of the beginning of a phone decides about its provider.
create or replace function phone_reach() returns int language sql stable
  return (select coalesce(max(length(prefix)), 0) from public.provider, unnest(prefixes) prefix where enabled);
