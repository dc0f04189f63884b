-- Whether a person lifted what keeps a payment back, by closing its row of the desk with a reason.
create or replace function is_lifted(payable bigint, hold text) returns boolean language sql stable set search_path = public, pg_temp
  return exists (select from desk_act x where x.kind = hold and x.key = payable::text and x.reason is not null);
