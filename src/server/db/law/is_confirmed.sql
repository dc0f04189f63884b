-- Whether another person confirmed it in this transaction, as it is written now.
create or replace function is_confirmed(change bigint, survey bigint, of_version int, written jsonb) returns boolean
language sql stable set search_path = public, pg_temp
  return exists (select from limit_change c where c.id = change and c.status = 'CONFIRMED' and c.decided_at = now()
    and c.survey_id is not distinct from survey and c.version = of_version and c.wanted @> written and written @> c.wanted);
