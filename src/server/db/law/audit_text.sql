-- What may be erased of a row, as a digest.
create or replace function audit_details(a audit) returns bytea language sql stable as $$
  select coalesce(a.erased, sha256(convert_to(jsonb_build_array(a.salt, a.before, a.after, a.address)::text, 'UTF8')))
$$;
-- One row as it is hashed: the same text in every time zone and on every machine.
create or replace function audit_text(a audit) returns text language sql stable as $$
  select jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.xid::text, a.actor_id, a.action,
    a.subject_type, a.subject_id, encode(audit_details(a), 'hex'), a.request_id)::text
$$;
