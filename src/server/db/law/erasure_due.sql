-- When it is done: at once, or so many months after its survey is closed, and no sooner than people were warned. Null: not known
-- yet, or done since.
create or replace function erasure_due(e erasure) returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select at from (select case when e.months is null then e.decided_at else (
    select greatest(closed_at + make_interval(months => e.months), e.decided_at + interval '30 days')
    from survey where id = e.survey_id and closed_at is not null) end) due (at)
  where e.status = 'CONFIRMED' and (e.done_at is null or e.done_at < at)
$$;
