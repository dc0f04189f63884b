-- Written by `npm run schema` from records/kept-counts.ts. Each statement writes in the order of keys, so that no two wait in a circle.
create or replace function count_payable() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  way int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2, 3 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3
    on conflict (survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select (r.created_at at time zone 'UTC')::date, r.survey_id, r.provider, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    execute $q$
    insert into signer_counter as c (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select s.actor_id, r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select 1 as way, * from after union all select -1, * from before) r cross join lateral (select s.actor_id from step s where s.payable_id = r.id and s.round = r.round
        and s.step = any(case r.status when 'INITIATED' then array(select step from payment_step where duty = 'initiate')
          else array(select step from payment_step where duty in ('initiate', 'approve')) end) group by s.actor_id) s where r.status in ('INITIATED', 'APPROVED')
    group by 1, 2, 3, 4 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4
    on conflict (actor_id, survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor
    $q$;
  else
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select r.survey_id, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select way, * from changed) r
    group by 1, 2, 3 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3
    on conflict (survey_id, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
    insert into payable_day as c (day, survey_id, provider, status, currency, slot, n, amount_minor)
    select (r.created_at at time zone 'UTC')::date, r.survey_id, r.provider, r.status, r.currency, pg_backend_pid() % 16, sum(r.way), sum(r.way * r.amount_minor)
    from (select way, * from changed) r
    group by 1, 2, 3, 4, 5 having sum(r.way) <> 0 or sum(r.way * r.amount_minor) <> 0 order by 1, 2, 3, 4, 5
    on conflict (day, survey_id, provider, status, currency, slot) do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor;
  end if;
  return null;
end $$;
create or replace trigger count_insert after insert on payable referencing new table as changed for each statement execute function count_payable();
create or replace trigger count_update after update on payable referencing old table as before new table as after for each statement execute function count_payable();
create or replace trigger count_delete after delete on payable referencing old table as changed for each statement execute function count_payable();
