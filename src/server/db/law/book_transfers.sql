-- Refuses what is not in the books' rules, then adds the statement's sums to its accounts, locked in the order of ids.
create or replace function book_transfers() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (select distinct kind, credit_account, debit_account, currency, payable_id is null as loose from new_rows) n
      left join account c on c.id = n.credit_account and c.currency = n.currency
      left join account d on d.id = n.debit_account and d.currency = n.currency
      left join transfer_kind k on k.kind = n.kind and k.from_kind = c.kind and k.to_kind = d.kind
        and (k.attempt_state is null) = n.loose
    where k.kind is null or c.provider <> d.provider or c.batch_id <> d.batch_id $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- The whole amount of the attempt, between the accounts of its batch and survey, and nothing back that was not reserved.
  execute $q$
    with side as materialized (
      select n.kind, n.credit_account, n.debit_account, k.attempt_state, c.provider, coalesce(c.batch_id, d.batch_id) as batch_id,
        coalesce(d.survey_id, c.survey_id) as survey_id
      from (select distinct kind, credit_account, debit_account from new_rows) n
        cross join lateral (select * from account where id = n.credit_account offset 0) c
        cross join lateral (select * from account where id = n.debit_account offset 0) d
        left join transfer_kind k on k.kind = n.kind
    )
    select count(*) from new_rows n join side using (kind, credit_account, debit_account)
      left join lateral (select * from attempt where payable_id = n.payable_id and no = n.attempt_no offset 0) a on true
    where n.payable_id is not null and (
      (a.amount_minor = n.amount_minor and a.currency = n.currency and a.provider = side.provider
        and a.state = side.attempt_state and a.batch_id = coalesce(side.batch_id, a.batch_id)) is not true
      or side.survey_id is not null and (select p.survey_id from payable p where p.id = n.payable_id) is distinct from side.survey_id
      or n.kind <> 'reserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no) = 0
      -- What a try gave back, it gave back once, and to the next try only where there is one.
      or n.kind in ('release', 'unreserve') and (select count(*) from transfer r where r.payable_id = n.payable_id
        and r.kind in ('release', 'unreserve') and r.attempt_no = n.attempt_no) > 1
      or n.kind = 'unreserve' and (select count(*) from transfer r
        where r.payable_id = n.payable_id and r.kind = 'reserve' and r.attempt_no = n.attempt_no + 1) = 0
      -- After a failure gave the money back, it is spent once. What was spent comes back in time.
      or n.kind in ('late', 'lateOnCredit') and (select count(*) filter (where r.kind in ('release', 'unreserve')) = 1
          and count(*) filter (where r.kind in ('settle', 'late', 'lateOnCredit')) = 1
        from transfer r where r.payable_id = n.payable_id and r.attempt_no = n.attempt_no) is not true
      or n.kind = 'reverse' and (select p.status from payable p where p.id = n.payable_id) <> 'REVERSING') $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select from account where id in (select credit_account from new_rows union select debit_account from new_rows)
    order by id for no key update $q$;
  execute $q$
    update account a set debits = a.debits + s.debits, credits = a.credits + s.credits
    from (
      select id, sum(debit) as debits, sum(credit) as credits
      from (
        select debit_account as id, amount_minor as debit, 0 as credit from new_rows
        union all select credit_account, 0, amount_minor from new_rows
      ) side group by id
    ) s where a.id = s.id $q$;
  return null;
end $$;
create or replace trigger book_transfers after insert on transfer referencing new table as new_rows
  for each statement execute function book_transfers();
