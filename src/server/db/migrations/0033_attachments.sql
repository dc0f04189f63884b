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
  unique (survey_id, question_id, file_id)
);
create index on attachment (expires_at) where expires_at is not null;
create index on attachment (thumbnail_id);
revoke update on attachment from canvass_app;
grant update (expires_at) on attachment to canvass_app;

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
