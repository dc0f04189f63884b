-- The responses that a payable pays, as people sign them.
create or replace function signed_responses(payable bigint) returns text language sql stable
set search_path = public, pg_temp as $$
  select coalesce(string_agg(l.response_id::text, ',' order by l.response_id), (
    select signed_entry(m.location_id, m.recipient_name, m.reference, m.reason, m.reason_text, m.override_reason)
    from manual_payment m where m.payable_id = signed_responses.payable))
  from payable_response l where l.payable_id = signed_responses.payable and coalesce(l.released_at, 'infinity') = 'infinity'
$$;
