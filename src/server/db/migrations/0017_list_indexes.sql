-- Each order of the lists of tasks and of staff has its index.

create index on task (created_at, id) include (survey_id);
create index on task (updated_at, id) include (survey_id);
create index on task (due_at, id) include (survey_id);
create index person_staff_username on person (username, id) where admin_type = 'ADMIN';
create index person_staff_sign_in on person (last_login_at, id) where admin_type = 'ADMIN';
