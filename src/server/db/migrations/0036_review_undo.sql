-- A verdict has a reason that can be counted beside its note, and its reviewer may take it back for some seconds.

alter table form add column issue_category_id bigint references issue_category;
create index form_issue_category on form (issue_category_id, survey_id) where issue_category_id is not null;

-- What the last review replaced: {status, reason, reviewedAt, reviewedBy, issueCategoryId}, by whom and when, and the
-- row_version that it made. An edit makes another version, so that nothing older comes back.
alter table form add column replaced jsonb;
