-- Refuses the rows of its trigger: at once, or when its query counts a breach. Of a trigger for each row, `n` is the new row
-- and `o` the old one. A query is planned again at each call, as a plan made for one row must not meet a hundred thousand, nor
-- the other way round; so it is not for each of many rows.
create or replace function law() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  rows text := case when tg_level = 'ROW' then 'with n as (select ($1).*)' || case tg_op when 'UPDATE' then ', o as (select ($2).*)' else '' end end;
  breaches bigint := 1;
begin
  if tg_nargs > 1 then execute concat(rows, tg_argv[1]) into breaches using new, old; end if;
  if breaches > 0 and not erasing() then raise exception '%', tg_argv[0] using errcode = 'CV001', constraint = tg_name; end if;
  return new;
end $$;
