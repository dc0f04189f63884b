-- Whose session lives: read again at every call, by a plan that is kept where the plain statement would be planned each
-- time, which takes longer than the answer.
create or replace function session_actor(token_hash bytea, idle_minutes int) returns setof session_caller language plpgsql stable as $$
begin
  return query
    select p.id, p.username, coalesce(r.role, ''),
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id where rp.role_id = p.role_id),
      p.must_change_password,
      coalesce(r.second_factor, false) and not exists (select from second_factor f where f.person_id = p.id and f.kind <> 'RECOVERY'),
      (extract(epoch from now() - s.authenticated_at) * 1000)::float8, s.expires_at,
      s.last_used_at < now() - interval '1 minute'
    from session s join person p on p.id = s.person_id left join role r on r.id = p.role_id
    where s.token_hash = session_actor.token_hash and s.expires_at > now() and p.status = 'ACTIVE'
      and s.last_used_at > now() - make_interval(mins => idle_minutes);
end $$;
