-- A try is named by what a fall back cannot renumber: what it pays for, whom, how much and through whom. The senders' own
-- names of the responses come in again with them; a manual payment has its own. Tries count over all payments of the same
-- responses, so that money owed again is no repeat; one that was recalled was never sent, and counts for nothing.
-- Each lookup is one by keys, whatever the statistics of a fresh table say.
create or replace function attempt_is_named() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  thing text;
  earlier bigint;
begin
  select case p.kind when 'MANUAL' then p.name else (select s.encoded_id from survey s where s.id = p.survey_id) || ' ' || (
      select string_agg(f.client_uuid, ' ' order by f.client_uuid collate "C")
      from payable_response l join form f on f.survey_id = l.survey_id and f.id = l.response_id where l.payable_id = p.id) end
    into thing from payable p where p.id = new.payable_id;
  select count(*) into earlier from attempt
  where state <> 'RECALLED' and payable_id = any(array(
    select new.payable_id
    union all select payable_id from payable_response
    where payable_id <> new.payable_id and survey_id = (select survey_id from payable where id = new.payable_id)
      and response_id = any(array(select response_id from payable_response where payable_id = new.payable_id))));
  new.client_ref := house_uuid(concat_ws('|', '1', thing, earlier + 1, new.msisdn, new.amount_minor, new.currency, new.provider));
  return new;
end $$;
create or replace trigger attempt_is_named before insert on attempt for each row execute function attempt_is_named();
