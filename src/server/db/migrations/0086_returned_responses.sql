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

-- What was returned to a collector: few of the many that one person collects.
create index form_returned on form (collector_id) where status = 'HAS_ISSUES' and collector_id is not null;
