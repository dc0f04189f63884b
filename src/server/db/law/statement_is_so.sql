-- Lines come with their statement, and say of our books what these have.
create or replace trigger statement_is_so after insert on statement_line referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join statement s on s.id = n.statement_id
    left join attempt a on a.payable_id = n.payable_id and a.no = n.attempt_no left join funding f on f.id = n.funding_id
  where s.imported_at <> now() or (a.provider, a.currency) <> (s.provider, s.currency)
    or abs(n.ours_minor) not in (0, coalesce(a.amount_minor, f.into_minor, f.from_minor, 0), coalesce(f.from_minor, 0)) $$);
create or replace trigger statement_is_of_treasury after insert on statement
  for each row execute function law('FORBIDDEN', $$ select count(*) from n where not may_fund(n.imported_by) $$);
