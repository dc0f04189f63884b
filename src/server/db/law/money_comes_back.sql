-- Of money that went out twice, the second one comes back first: what is owed stays paid until then.
create or replace trigger money_comes_back after insert on transfer
  for each row when (new.kind in ('reverse', 'recover')) execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from n where case n.kind
    when 'reverse' then exists (select from incident i where i.payable_id = n.payable_id and i.kind = 'PAID_TWICE'
      and not exists (select from transfer t
        where t.payable_id = i.payable_id and t.kind = 'recover' and t.attempt_no = i.attempt_no))
    else exists (select from payable p where p.id = n.payable_id and (p.status <> 'REVERSING' or not exists (
      select from transfer t where t.payable_id = p.id and t.kind = 'loss' and t.attempt_no = n.attempt_no))) end $$);
