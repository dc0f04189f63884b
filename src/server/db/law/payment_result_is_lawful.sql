-- A result is of a file that is out. From then on the file is not taken back.
create or replace function payment_result_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('FORBIDDEN', (not may_fund(new.taken_by))::int);
  update payment_file set status = 'ANSWERED' where id = new.payment_file_id and status in ('RELEASED', 'ANSWERED');
  perform refuse_payment('FUNDING_DECIDED', (not found)::int);
  return null;
end $$;
create or replace trigger payment_result_is_lawful after insert on payment_result for each row execute function payment_result_is_lawful();
-- A result speaks of the payments of its file, and no call speaks of them.
create or replace trigger event_is_of_file after insert on provider_event referencing new table as new_rows
  for each statement execute function law('ILLEGAL_TRANSITION', $$
  select count(*) from new_rows n join attempt a on a.payable_id = n.payable_id and a.no = n.attempt_no join provider p on p.name = a.provider
  where (n.result_id is not null or p.kind = 'FILE') and not exists (select from payment_result r
    join payment_file_line l on l.payment_file_id = r.payment_file_id where r.id = n.result_id and l.attempt_id = a.id and r.taken_at = now()) $$);
