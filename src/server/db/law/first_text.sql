-- The text for a caller that takes one only: the default language, else the first there is.
create or replace function first_text(texts jsonb) returns text language sql immutable parallel safe return coalesce(
  texts ->> 'en',
  (select value from jsonb_each_text(case jsonb_typeof(texts) when 'object' then texts end) with ordinality
    order by ordinality limit 1));
