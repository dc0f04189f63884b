-- A failed payment is given up at once, and a payment that went out twice stays paid when one of both comes back.

insert into payable_move (from_status, to_status, step, next_round) values ('FAILED', 'REJECTED', 'withdraw', false);

-- No failure, and no giving up of one, while a try may still be paid: an earlier try that gave its money back proves nothing.
create function payment_is_idle() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from attempt a
    where a.payable_id = new.id and a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')));
  return new;
end $$;
create trigger payment_is_idle before update on payable for each row
  when (new.status = 'FAILED' and old.status <> 'FAILED' or new.status = 'REJECTED' and old.status = 'FAILED')
  execute function payment_is_idle();

-- The second amount, which the loss took out of the float.
insert into transfer_kind values ('recover', 'SUSPENSE', 'FLOAT', 'FAILED');

-- Of money that went out twice, the second one comes back first: what is owed stays paid until then.
create function money_comes_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from incident i
  where new.kind = 'reverse' and i.payable_id = new.payable_id and i.kind = 'PAID_TWICE' and not exists (
    select from transfer t where t.payable_id = i.payable_id and t.kind = 'recover' and t.attempt_no = i.attempt_no);
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  select count(*) into breaches from payable p
  where new.kind = 'recover' and p.id = new.payable_id and (p.status <> 'REVERSING' or not exists (
    select from transfer t where t.payable_id = p.id and t.kind = 'loss' and t.attempt_no = new.attempt_no));
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger money_comes_back after insert on transfer for each row
  when (new.kind in ('reverse', 'recover')) execute function money_comes_back();

-- One more end of a reversal, which `payable_is_lawful` asks for: whether two people found that money came back, and each such finding has its own second amount in the books.
create function second_is_back(payable bigint, attempt int) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select found_by_two(payable, attempt, 'RECOVERED', 'REVERSE')
    and (select count(*) from finding f where f.payable_id = second_is_back.payable and f.outcome = 'RECOVERED')
      = (select count(*) from transfer t where t.payable_id = second_is_back.payable and t.kind = 'recover')
$$;
