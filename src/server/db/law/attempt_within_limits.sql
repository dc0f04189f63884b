-- The tries of a payment are numbered one by one. The day of the authorization has counted one that follows a fault of ours.
create or replace function attempt_within_limits() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$ select count(*) from new_rows n
    where n.no <> (select count(*) from attempt a where a.payable_id = n.payable_id) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  if exists (select from payment_limit where kind = 'PHONE_DAY' and version = (select max(version) from payment_policy)) then
    perform pg_advisory_xact_lock(hashtextextended('payments of phones', 0));
    execute $q$
      select count(*) from (
        select n.currency, sum(a.amount_minor) as amount_minor
        from (select distinct msisdn, currency from new_rows where not follows_own_fault(payable_id, no, batch_id)) n
          join attempt a on a.msisdn = n.msisdn and a.currency = n.currency
            and a.requested_at >= date_trunc('day', now(), 'UTC') and a.state not in ('FAILED', 'RECALLED')
        group by n.msisdn, n.currency
      ) p where amount_minor > limit_of('PHONE_DAY', currency, null) $q$ into breaches;
    perform refuse_payment('PHONE_LIMIT', breaches);
  end if;
  return null;
end $$;
create or replace trigger within_limits after insert on attempt referencing new table as new_rows
  for each statement execute function attempt_within_limits();
