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

-- An app has no account: its changes name its token.
alter table answer_change add column collector_id bigint references collector;
create index on answer_change (collector_id) where collector_id is not null;
grant insert (collector_id) on answer_change to canvass_app;
