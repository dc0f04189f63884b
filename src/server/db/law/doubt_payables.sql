create or replace function doubt_payables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'person' then
    insert into doubtful_payable select id from payable
    where participant_id = new.id and status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING', 'FAILED') on conflict do nothing;
  elsif tg_table_name = 'payable' then
    insert into doubtful_payable values (new.id) on conflict do nothing;
  elsif tg_table_name = 'provider_event' then
    insert into doubtful_payable values (new.payable_id) on conflict do nothing;
  else
    insert into doubtful_payable select payable_id from payable_response
    where survey_id = new.survey_id and response_id = new.id and released_at is null on conflict do nothing;
  end if;
  return null;
end $$;
-- After `payables_follow`, which waits for those who take a step at the same moment.
create or replace trigger payables_in_doubt after update on person for each row
  when (new.pays_to is distinct from old.pays_to or new.anonymised_at is distinct from old.anonymised_at or new.birth_date is not null and (new.name, new.birth_date) is distinct from (old.name, old.birth_date))
  execute function doubt_payables();
create or replace trigger payables_in_doubt after update on form for each row
  when (old.status = 'APPROVED' and new.status <> 'APPROVED' or new.is_pilot and not old.is_pilot)
  execute function doubt_payables();
create or replace trigger payable_in_doubt after update on payable for each row
  when (new.msisdn is distinct from old.msisdn or old.status = 'REJECTED') execute function doubt_payables();
create or replace trigger payables_in_doubt after insert on provider_event for each row
  when (new.reading = 'NAME_DIFFERS') execute function doubt_payables();
