-- Refuses the statement of its trigger: at once, or when its query counts a breach. A query is planned again at each call, as a
-- plan made for one row must not meet a hundred thousand, nor the other way round.
create or replace function law() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  breaches bigint := 1;
begin
  if tg_nargs > 1 then execute tg_argv[1] into breaches; end if;
  if breaches > 0 then raise exception '%', tg_argv[0] using errcode = 'CV001', constraint = tg_name; end if;
  return null;
end $$;
