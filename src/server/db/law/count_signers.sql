create or replace function count_signers() returns trigger language plpgsql security definer
set search_path = public, pg_temp set jit = off as $$
declare
  -- Each person once for a payment, in its round, by another duty than that of its next step.
  signers text := $q$ select s.actor_id, r.survey_id, r.status, r.currency, %s as n, %s r.amount_minor as amount_minor from %s r
    cross join lateral (select s.actor_id from step s where s.payable_id = r.id and s.round = r.round
      and s.step = any(case r.status when 'INITIATED' then $1 else $2 end) group by s.actor_id offset 0) s
    where r.status in ('INITIATED', 'APPROVED') $q$;
  initiating text[] := array(select step from payment_step where duty = 'initiate');
  signing text[] := array(select step from payment_step where duty in ('initiate', 'approve'));
begin
  execute format($q$
    insert into signer_counter as c (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select actor_id, survey_id, status, currency, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s union all %s) change
    group by actor_id, survey_id, status, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by actor_id, survey_id, status, currency
    on conflict (actor_id, survey_id, status, currency, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$,
    format(signers, 1, '+', 'new_rows'), format(signers, -1, '-', 'old_rows')) using initiating, signing;
  return null;
end $$;
create or replace trigger count_signers after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_signers();
