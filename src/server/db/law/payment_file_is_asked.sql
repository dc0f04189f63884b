-- A person with the right asks for a file of a provider that is paid by files, with payments that wait to be sent there.
create or replace trigger payment_file_is_asked after insert on payment_file
  for each row execute function law('FORBIDDEN', $$ select count(*) from n
  where not holds(n.asked_by, 'payments.authorize') or not exists (select from provider where name = n.provider and kind = 'FILE') $$);
create or replace trigger payment_file_waits after insert on payment_file_line referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join payment_file f on f.id = n.payment_file_id left join attempt a on a.id = n.attempt_id
  where (f.asked_at = now() and a.state = 'QUEUED' and not a.is_outside and (a.provider, a.currency) = (f.provider, f.currency)) is not true $$);
