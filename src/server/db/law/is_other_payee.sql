-- Whether two payments are to different people, as far as one knows.
create or replace function is_other_payee(p payable, q payable) returns boolean language sql stable set search_path = public, pg_temp
  return coalesce(p.participant_id <> q.participant_id, (select count(distinct fold(known)) > 1 from unnest(array[p, q]) x,
    coalesce((select name from person where id = x.participant_id), (select recipient_name from manual_payment where payable_id = x.id)) known where known is not null));
