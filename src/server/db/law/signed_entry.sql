-- A manual payment is signed with what its maker entered: the visit, the recipient, the reference, the purpose, and why it is
-- one more. It takes the place of the responses that other payments have.
create or replace function signed_entry(location_id bigint, recipient_name text, reference text, reason text, reason_text text,
  override_reason text) returns text language sql stable parallel safe
  return jsonb_build_array(location_id, recipient_name, reference, reason, reason_text, override_reason)::text;
