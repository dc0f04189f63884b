-- The last line of a confirmed list about the phone of a payment and its survey or cost code.
create or replace function paid_before_of(p payable) returns setof paid_before language sql stable set search_path = public, pg_temp as $$
  select b.* from paid_before b join paid_before_list l on l.id = b.list_id and l.status = 'CONFIRMED'
  where b.msisdn = p.msisdn and (l.survey_id = p.survey_id or l.cost_code = (select cost_code from survey where id = p.survey_id))
  order by b.paid_on desc, b.list_id, b.row limit 1 $$;
