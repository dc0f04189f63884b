-- One row as it is hashed: the same text in every time zone and on every machine.
create or replace function audit_text(a audit) returns text language sql stable as $$
  select jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.xid::text, a.actor_id, a.action,
    a.subject_type, a.subject_id, a.before, a.after, a.request_id, a.address)::text
$$;
