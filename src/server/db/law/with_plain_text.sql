-- The texts after a plain one was set, which is that of the default language.
create or replace function with_plain_text(texts jsonb, plain text) returns jsonb language sql immutable parallel safe return case
  when plain is null then null
  when plain = first_text(texts) then texts
  else case jsonb_typeof(texts) when 'object' then texts else '{}' end || jsonb_build_object('en', plain) end;
