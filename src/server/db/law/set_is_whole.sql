-- A set comes whole: one statement writes the payable and its links. It pays as many approved responses of its participant
-- as the survey counts, or the leftovers of a choice of the same transaction, each at the survey's amount of this moment.
create or replace function set_is_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n join survey s on s.id = n.survey_id
      left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'PAY_PRO_RATA'
        and o.decided_at = now()
    where n.kind = 'GROUPED' and (s.survey_type <> 'PAID' or s.payment_aggregation <> 'GROUPED'
      or n.currency <> s.currency or n.amount_minor <> n.set_size * s.amount_minor
      or case when n.leftover_id is null then n.set_size <> s.aggregation_count
        else o.id is null or n.set_size >= s.aggregation_count end) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select count(*) from new_rows n left join (
      select l.payable_id, count(*) as links, count(f.id) as lawful
      from new_rows m join payable_response l on l.payable_id = m.id and l.released_at is null
        left join form f on f.survey_id = l.survey_id and f.id = l.response_id and f.status = 'APPROVED' and not f.is_pilot
          and f.participant_id is not distinct from m.participant_id
          and not exists (select from dropped_response d where d.response_id = f.id)
      group by l.payable_id
    ) r on r.payable_id = n.id
    where n.kind = 'GROUPED' and (r.links is distinct from n.set_size or r.lawful is distinct from n.set_size) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create or replace trigger set_is_whole after insert on payable referencing new table as new_rows
  for each statement execute function set_is_whole();
