create or replace function follows_own_fault(payable bigint, attempt int, batch bigint) returns boolean language sql stable
set search_path = public, pg_temp
  return exists (select from attempt f where f.payable_id = payable and f.no = attempt - 1 and f.batch_id = batch
    and f.state = 'FAILED' and not f.resolved and f.final_at = now() and is_own_fault(f.reason));
