-- Tasks: a unit of work of a survey, from the moment it is asked for to the verdict on what came of it (product.md §5).
-- Keys carry the survey and there are no triggers, as for responses (0011_responses.sql).

create table task (
  survey_id bigint not null references survey on delete cascade,
  id bigint not null generated always as identity,
  site_id bigint references site,
  assignee_id bigint references person on delete set null,
  -- The response that does the task.
  form_id bigint,
  -- 0 open, 1 in progress, 2 submitted, 3 approved, 4 returned, 5 cancelled (domain/task.ts).
  status smallint not null check (status between 0 and 5),
  due_at timestamptz,
  note text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (survey_id, id),
  constraint task_form unique (survey_id, form_id),
  foreign key (survey_id, form_id) references form,
  constraint task_form_given check (case when status = 0 then form_id is null when status in (2, 3, 4) then form_id is not null else true end)
);
-- What the list pages through, newest first.
create index on task (id) include (survey_id);
create index on task (status, id) include (survey_id);
create index on task (survey_id, status, id);
create index on task (assignee_id, id);
create index on task (site_id) where site_id is not null;
-- What waits for somebody's response.
create index on task (survey_id, assignee_id) where form_id is null;

-- Kept counts; slots keep parallel work apart, so that only sums mean something.
create table task_counter (
  survey_id bigint not null references survey on delete cascade,
  status smallint not null,
  slot smallint not null,
  n bigint not null,
  primary key (survey_id, status, slot)
);
