-- As in 0004_name_search.sql.
create or replace function count_beginnings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select name_words, 1 as n from new_rows where admin_type = ''PARTICIPANT''';
  taken text := 'select name_words, -1 as n from old_rows where admin_type = ''PARTICIPANT''';
begin
  if tg_op = 'INSERT' then
    insert into name_beginning as c (beginning, slot, starting, other)
    select beginning, pg_backend_pid() % 16, sum(n * starting), sum(n * other) from (
      select name_words, count(*) as n from new_rows where admin_type = 'PARTICIPANT' group by name_words
    ) changed, beginnings(name_words)
    group by beginning order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other;
    return null;
  end if;
  execute format($q$
    insert into name_beginning as c (beginning, slot, starting, other)
    select beginning, pg_backend_pid() %% 16, sum(n * starting), sum(n * other) from (
      select name_words, sum(n) as n from (%s) change group by name_words having sum(n) <> 0
    ) changed, beginnings(name_words)
    group by beginning having sum(n * starting) <> 0 or sum(n * other) <> 0 order by 1
    on conflict (beginning, slot) do update set starting = c.starting + excluded.starting, other = c.other + excluded.other $q$,
    case tg_op when 'DELETE' then taken else added || ' union all ' || taken end);
  return null;
end $$;
create or replace trigger count_beginnings_insert after insert on person referencing new table as new_rows
  for each statement execute function count_beginnings();
create or replace trigger count_beginnings_update after update on person referencing old table as old_rows new table as new_rows
  for each statement execute function count_beginnings();
create or replace trigger count_beginnings_delete after delete on person referencing old table as old_rows
  for each statement execute function count_beginnings();
