create or replace function is_paid_twice(payable bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (select from incident i where i.payable_id = payable and not is_settled(i));
