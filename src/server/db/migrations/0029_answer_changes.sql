-- Changes of answers after intake: what an answer was, what it became, who changed it and why. Keys carry the survey and
-- there are no triggers, as for responses (0011_responses.sql). A change goes with its response alone.

create table answer_change (
  survey_id bigint not null,
  id bigint not null generated always as identity,
  response_id bigint not null,
  -- As in form_doc.answers.
  key text not null,
  -- Null: not answered.
  before jsonb,
  after jsonb,
  changed_by bigint references person on delete set null,
  at timestamptz not null default now(),
  reason text check (length(reason) between 1 and 2000),
  -- IRRELEVANT: another answer made the question one that is not asked. CALCULATED: it follows from other answers.
  source text not null check (source in ('EDIT', 'REVERT', 'IRRELEVANT', 'CALCULATED')),
  primary key (survey_id, id),
  -- The participant was anonymised and the question is personal: the values are gone.
  erased boolean not null default false,
  constraint answer_change_changes check (case when erased then before is null and after is null else before is distinct from after end),
  foreign key (survey_id, response_id) references form on delete cascade
);
create index on answer_change (survey_id, response_id, id);
create index on answer_change (changed_by);
-- When a row was written is not for the app to say, and what was written stays.
revoke insert, update, delete, truncate on answer_change from canvass_app;
grant insert (survey_id, response_id, key, before, after, changed_by, reason, source) on answer_change to canvass_app;

-- Takes the values of personal questions from the changes of a participant who was anonymised.
create function erase_answer_changes(participant bigint) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update answer_change c set before = null, after = null, erased = true
  from form f, question q, person p
  where p.id = participant and p.anonymised_at is not null and f.participant_id = p.id
    and c.survey_id = f.survey_id and c.response_id = f.id and not c.erased
    and q.survey_id = f.survey_id and q.personal and c.key in (q.id::text, q.id || '.other')
$$;
revoke execute on function erase_answer_changes from public;
grant execute on function erase_answer_changes to canvass_app;
