-- One more end of a reversal, which `move_undone_by_two` asks for: whether two people found that money came back, and each such finding has its own second amount in the books.
create or replace function second_is_back(payable bigint, attempt int) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select found_by_two(payable, attempt, 'RECOVERED', 'REVERSE')
    and (select count(*) from finding f where f.payable_id = second_is_back.payable and f.outcome = 'RECOVERED')
      = (select count(*) from transfer t where t.payable_id = second_is_back.payable and t.kind = 'recover')
$$;
