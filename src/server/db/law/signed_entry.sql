-- A manual payment is signed with what its maker entered: the visit, the recipient, the reference, the purpose, and why it is
-- one more. For a payment by hand that stands where the responses of the others do.
create or replace function signed_entry(location_id bigint, recipient_name text, reference text, reason text, reason_text text,
  override_reason text) returns text language sql stable parallel safe
  return jsonb_build_array(location_id, recipient_name, reference, reason, reason_text, override_reason)::text;
