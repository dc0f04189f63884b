-- Who may do what with which survey, beside its owner and the holders of surveys.all (product.md §2, §4).

create table access_grant (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  subject_type text not null check (subject_type in ('USER', 'ROLE', 'COMPANY', 'ADMIN_UNIT', 'SITE')),
  subject_id bigint not null,
  access_right text not null check (access_right in ('COLLECT', 'VIEW', 'REVIEW', 'EDIT', 'EXPORT', 'MANAGE')),
  -- Whom of the subject it reaches; null: everybody.
  filter jsonb,
  -- From then on it counts for nothing; null: it stays.
  expires_at timestamptz,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  -- The subject by its own table, so that the grant goes when the subject does.
  person_id bigint generated always as (case subject_type when 'USER' then subject_id end) stored
    references person on delete cascade,
  role_id int generated always as (case subject_type when 'ROLE' then subject_id end) stored
    references role on delete cascade,
  constraint access_grant_once unique (survey_id, subject_type, subject_id, access_right)
);
create index on access_grant (person_id, survey_id) where person_id is not null;
create index on access_grant (role_id, survey_id) where role_id is not null;
create index on access_grant (created_by);
