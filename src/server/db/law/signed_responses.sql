-- The responses that a payable pays, as people sign them.
create or replace function signed_responses(payable bigint) returns text language sql stable
set search_path = public, pg_temp as $$
  select string_agg(l.response_id::text, ',' order by l.response_id) from payable_response l
  where l.payable_id = signed_responses.payable and coalesce(l.released_at, 'infinity') = 'infinity'
$$;
