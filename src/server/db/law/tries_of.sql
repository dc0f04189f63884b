-- What a payment is paid for, in words that a fall back cannot renumber, and how often it was tried. The senders' own names of the
-- responses come in again with them; a manual payment has its own. Tries count over all payments of the same responses, so that
-- money owed again is no repeat; one that was recalled was never sent, and counts for nothing.
-- For many payments at once: one by one it took ten times as long.
create or replace function tries_of(payables bigint[]) returns table (payable_id bigint, thing text, tries bigint)
language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  with asked as materialized (
    select p.id, p.survey_id, p.name, s.encoded_id, l.response_id, f.client_uuid
    from unnest(payables) u (id) join payable p on p.id = u.id join survey s on s.id = p.survey_id
      left join payable_response l on l.payable_id = p.id
      left join form f on f.survey_id = l.survey_id and f.id = l.response_id
  ), tried as (
    select a.id, count(*) as tries
    from (select id, id as other from asked union select a.id, o.payable_id
        from asked a join payable_response o on o.survey_id = a.survey_id and o.response_id = a.response_id) a
      join attempt t on t.payable_id = a.other and t.state <> 'RECALLED' group by 1
  )
  select a.id, coalesce(min(a.name), min(a.encoded_id) || ' ' || string_agg(a.client_uuid, ' ' order by a.client_uuid collate "C")),
    coalesce(min(t.tries), 0)
  from asked a left join tried t on t.id = a.id group by 1 $$;
