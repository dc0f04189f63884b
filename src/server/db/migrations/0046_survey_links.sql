-- The public link of a survey: who has the address may answer once, without an account (product.md §5). One for each survey.

create table survey_link (
  survey_id bigint primary key references survey on delete cascade,
  is_on boolean not null,
  -- The most responses by this link; null: as many as the survey takes.
  max_responses int check (max_responses > 0),
  response_count int not null default 0 check (response_count >= 0),
  expires_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint survey_link_room check (max_responses is null or response_count <= max_responses)
);
