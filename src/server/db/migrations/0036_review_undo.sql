-- A verdict has a reason that can be counted beside its note, and its reviewer may take it back for some seconds.

alter table form add column issue_category_id bigint references issue_category;
create index form_issue_category on form (issue_category_id, survey_id) where issue_category_id is not null;

-- What the last review replaced: {status, reason, reviewedAt, reviewedBy, issueCategoryId}, by whom and when, and the
-- row_version that it made. An edit makes another version, so that nothing older comes back.
alter table form add column replaced jsonb;

-- People make tasks and do them by hand too: such a task is handed in, returned and approved without a response.
alter table task drop constraint task_form_given;
alter table task add constraint task_form_given check (status <> 0 or form_id is null);
