-- Whether the last two findings about an attempt are two people's, the last of `outcome` and the one before of `earlier`.
create or replace function found_by_two(payable bigint, attempt int, outcome text, earlier text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) = 2 and count(distinct actor_id) = 2
    and bool_and(f.outcome = case place when 1 then found_by_two.outcome else found_by_two.earlier end)
  from (
    select f.actor_id, f.outcome, row_number() over (order by f.id desc) as place from finding f
    where f.payable_id = found_by_two.payable and f.attempt_no = found_by_two.attempt order by f.id desc limit 2
  ) f
$$;
