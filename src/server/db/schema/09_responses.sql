-- Responses as they came, what became of them, and the tasks that follow.

-- Who collected a response: a person of the house, a program with a token of the survey, or a name that a file tells. The
-- public link has none. Few rows beside the responses, so that a name is looked up once, and not in each response.
create table collector (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('PERSON', 'TOKEN', 'NAME')),
  -- Of a person or a token that is gone, the name remains, as on the trail.
  person_id bigint unique references person on delete set null,
  token_id bigint unique references survey_token on delete set null,
  -- A person's own name is read from the person.
  name text not null check (length(name) between 1 and 200),
  constraint collector_kind check (
    (person_id is null or kind = 'PERSON') and (token_id is null or kind = 'TOKEN'))
);
create unique index collector_name on collector (name) where kind = 'NAME';

-- Responses. Keys carry the survey so that these tables can be partitioned by it.
create table form (
  survey_id bigint not null references survey,
  id bigint not null default nextval('thing_id'),
  survey_version int not null,
  participant_id bigint references person,
  -- The participant when the survey takes one response of each, else null.
  once_key bigint,
  status text not null check (status in ('DRAFT', 'RECEIVED', 'IN_REVIEW', 'HAS_ISSUES', 'EDITED', 'APPROVED', 'REJECTED')),
  source text not null check (source in ('SCREEN', 'EXCEL', 'API', 'STAFF')),
  is_pilot boolean not null default false,
  -- The sender's own name of the form: a form sent again is the same form.
  client_uuid text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy real check (accuracy >= 0),
  flags text[] not null default '{}',
  submitted_at timestamptz not null,
  received_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references person,
  reason text,
  upload_id bigint,
  row_version int not null default 1,
  updated_at timestamptz not null default now(),
  -- The verdict on a response's place, as the policy was when it came in; null: the policy did not look.
  fence text check (fence in ('INSIDE', 'OUTSIDE', 'UNCERTAIN', 'NO_FIX')),
  fence_distance double precision check (fence_distance >= 0),
  -- A verdict has a reason that can be counted beside its note, and its reviewer may take it back for some seconds.
  issue_category_id bigint references issue_category,
  -- What the last review replaced: {status, reason, reviewedAt, reviewedBy, issueCategoryId}, reviewer, time, and the
  -- row_version that it made. An edit makes another version, so that nothing older comes back.
  replaced jsonb,
  collector_id bigint references collector,
  primary key (survey_id, id),
  constraint form_client_uuid unique (survey_id, client_uuid),
  constraint form_once_key unique (survey_id, once_key)
);
create index on form (id);
-- What lists page through: the keys of a page come from the index alone.
create index on form (submitted_at desc, id desc) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (status, submitted_at desc, id desc) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (survey_id, submitted_at desc, id desc) include (is_pilot) where status <> 'DRAFT';
create index on form (survey_id, status, submitted_at desc, id desc) include (is_pilot) where status <> 'DRAFT';
create index on form (reviewed_at, id) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (status, id) include (survey_id, is_pilot) where status <> 'DRAFT';
create index on form (participant_id, submitted_at desc, id desc);
create index on form (client_uuid text_pattern_ops);
create index form_reviewed_by on form (reviewed_by) where reviewed_by is not null;
create index form_issue_category on form (issue_category_id, survey_id) where issue_category_id is not null;
create index on form using gin (flags) where flags <> '{}';
create index form_collector on form (collector_id, submitted_at desc, id desc) include (survey_id)
  where collector_id is not null;
-- What was returned to a collector: few of the many that one person collects.
create index form_returned on form (collector_id) where status = 'HAS_ISSUES' and collector_id is not null;

-- The answers of a response, by question.
create table form_doc (
  survey_id bigint not null,
  id bigint not null,
  -- {"<question id>": value}; the value's form is that of domain/answers/answers.ts.
  answers jsonb not null,
  paradata jsonb not null default '{}',
  primary key (survey_id, id),
  foreign key (survey_id, id) references form on delete cascade
);

-- One uploaded workbook; the same bytes again are answered from here.
create table form_upload (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  sha256 bytea not null,
  name text not null,
  result jsonb not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  constraint form_upload_once unique (survey_id, sha256)
);
create index form_upload_created_by on form_upload (created_by);

-- Those who may answer; without rows, all may.
create table survey_participant (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null references person on delete cascade,
  primary key (survey_id, participant_id)
);
create index on survey_participant (participant_id);

-- What each address sent in its present window of time.
create unlogged table link_sender (
  sender text primary key check (length(sender) between 1 and 100),
  sent int not null check (sent > 0),
  ends_at timestamptz not null
);
revoke truncate on link_sender from canvass_app;

-- Files that are being received. A process that dies leaves its rows until their time is over.
create unlogged table link_upload (
  id bigint primary key generated always as identity,
  survey_id bigint not null,
  bytes bigint not null check (bytes > 0),
  ends_at timestamptz not null
);
revoke update, truncate on link_upload from canvass_app;

-- Changes of answers after intake: what an answer was, what it became, who changed it and why. A change goes with its
-- response alone.
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
  -- An app has no account: its changes name its token.
  collector_id bigint references collector,
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
grant insert (survey_id, response_id, key, before, after, changed_by, reason, source, collector_id)
  on answer_change to canvass_app;
create index on answer_change (collector_id) where collector_id is not null;

-- Responses that a person has begun to enter: their own, one for each survey, and no response yet. So no total, list or file
-- of responses knows of them.
create table entry_draft (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  owner_id bigint not null references person on delete cascade,
  -- That it was filled in with.
  survey_version int not null,
  -- The name that its response will have.
  client_uuid text not null,
  -- Who was asked, when and where; its answers may still be wrong.
  work jsonb not null,
  like changed_record including all,
  constraint entry_draft_once unique (survey_id, owner_id)
);
create index on entry_draft (owner_id, updated_at desc);

-- Files that answer questions. A file comes in first, for one question of one survey, and then belongs to one response for
-- good: the keys below let no other one have it. Former answers keep their files, as a change can be taken back.
create table attachment (
  file_id bigint primary key references file on delete cascade,
  survey_id bigint not null,
  question_id bigint not null,
  -- Of a picture: the same, small.
  thumbnail_id bigint references file,
  -- The hash of the token by which a program sent it.
  program bytea,
  -- When it is removed, unless a response has it by then; null while one has it.
  expires_at timestamptz,
  -- The draft that names the file, which is kept as long as the draft.
  draft_id bigint references entry_draft on delete set null,
  -- The bytes of a file that came by a public link: what waits is summed up without reading the files.
  link_bytes bigint check (link_bytes > 0),
  unique (survey_id, question_id, file_id)
);
create index on attachment (expires_at) where expires_at is not null;
create index on attachment (thumbnail_id);
revoke update on attachment from canvass_app;
grant update (expires_at, draft_id) on attachment to canvass_app;
create index on attachment (draft_id) where draft_id is not null;
create index attachment_by_link on attachment (survey_id) include (link_bytes)
  where expires_at is not null and link_bytes is not null;

-- A file that answers a question of a response.
create table form_file (
  survey_id bigint not null,
  response_id bigint not null,
  file_id bigint primary key,
  question_id bigint not null,
  -- The question is personal in the version that the response answers.
  personal boolean not null,
  foreign key (survey_id, response_id) references form (survey_id, id) on delete cascade,
  constraint form_file_of_question foreign key (survey_id, question_id, file_id)
    references attachment (survey_id, question_id, file_id)
);
create index on form_file (survey_id, response_id);
create index on form_file (survey_id, question_id, file_id);
revoke update on form_file from canvass_app;

-- Files that a collecting app sent with a form, by the names that its answers have for them: before the form itself, and for
-- as long as it may be sent again.
create table collect_file (
  survey_id bigint not null,
  instance_id text not null check (length(instance_id) between 1 and 200),
  name text not null check (length(name) between 1 and 255),
  file_id bigint not null unique references attachment on delete cascade,
  primary key (survey_id, instance_id, name)
);

-- Further names by which collecting apps know a response: that of each correction, and that of a form whose correction came
-- before it. The response keeps its own name (form.client_uuid) for good.
create table collect_name (
  survey_id bigint not null,
  instance_id text not null check (length(instance_id) between 1 and 200),
  response_id bigint not null,
  -- Of the form that came under this name; null while its correction alone has come.
  sha256 bytea check (length(sha256) = 32),
  primary key (survey_id, instance_id),
  foreign key (survey_id, response_id) references form on delete cascade
);
create index on collect_name (survey_id, response_id);
revoke update, delete, truncate on collect_name from canvass_app;

-- Notes of a reviewer at single answers of a response that is returned. Who corrects the response reads them. They are
-- kept until it is returned again.
create table review_note (
  survey_id bigint not null,
  response_id bigint not null,
  -- As in form_doc.answers.
  key text not null check (length(key) between 1 and 100),
  note text not null check (length(note) between 1 and 500),
  primary key (survey_id, response_id, key),
  foreign key (survey_id, response_id) references form on delete cascade
);

-- Tasks: a unit of work of a survey, from the moment it is asked for to the verdict on what came of it (product.md §5).
create table task (
  survey_id bigint not null references survey on delete cascade,
  id bigint not null generated always as identity,
  site_id bigint references site,
  assignee_id bigint references person on delete set null,
  -- The response that does the task.
  form_id bigint,
  -- 0 open, 1 in progress, 2 submitted, 3 approved, 4 returned, 5 cancelled (domain/people/task.ts).
  status smallint not null check (status between 0 and 5),
  due_at timestamptz,
  note text,
  like changed_record including all,
  primary key (survey_id, id),
  constraint task_form unique (survey_id, form_id),
  foreign key (survey_id, form_id) references form,
  constraint task_form_given check (status <> 0 or form_id is null)
);
-- What the list pages through, newest first.
create index on task (id) include (survey_id);
create index on task (status, id) include (survey_id);
create index on task (survey_id, status, id);
create index on task (assignee_id, id);
create index on task (site_id) where site_id is not null;
-- Tasks that wait for a person's response.
create index on task (survey_id, assignee_id) where form_id is null;
-- Each order of the lists of tasks and of staff has its index.
create index on task (created_at, id) include (survey_id);
create index on task (updated_at, id) include (survey_id);
create index on task (due_at, id) include (survey_id);

-- The values of one answer as they are indexed; none for a file or a point.
create function index_values(answer jsonb, kind text) returns table (word text, number double precision)
  language sql stable parallel safe as $$
  select case kind when 'WORD' then left(value, 200) when 'TEXT' then left(fold(value), 200) end,
    case kind
      when 'NUMBER' then value::double precision
      when 'DAY' then (value::date - date '1970-01-01') * 86400.0
      when 'MOMENT' then extract(epoch from value::timestamptz)
    end
  from jsonb_array_elements_text(case
    when jsonb_typeof(answer) = 'array' then answer
    when jsonb_typeof(answer) = 'number' or jsonb_typeof(answer) = 'string' and kind <> 'NUMBER' then jsonb_build_array(answer)
    else '[]' end) value
$$;

-- The rows of the index of one response's answers: of answers at hand, which are not unpacked again for each question.
create function index_rows(survey bigint, answers jsonb)
  returns table (question_id bigint, word text, number double precision)
  language sql stable parallel safe as $$
  select asked.question_id, each.word, each.number
  from indexed_question asked, lateral index_values(answers -> asked.question_id::text, asked.kind) each
  where asked.survey_id = survey and not asked.repeats
  union all
  select distinct asked.question_id, each.word, each.number
  from indexed_question asked, lateral jsonb_each(answers) given, lateral index_values(given.value, asked.kind) each
  where asked.survey_id = survey and asked.repeats
    and split_part(given.key, '.', 1) = asked.question_id::text and given.key !~ '\.other$'
$$;

-- The rows of the index as answers are stored. In a section that repeats the key is `12.2`: each value counts once.
create view answer_to_index as
  select doc.survey_id, doc.id as form_id, index.question_id, index.word, index.number
  from form_doc doc, lateral index_rows(doc.survey_id, doc.answers) index;
revoke insert, update, delete on answer_to_index from canvass_app;
