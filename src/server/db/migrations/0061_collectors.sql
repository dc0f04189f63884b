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

alter table form add column collector_id bigint references collector;
create index form_collector on form (collector_id, submitted_at desc, id desc) include (survey_id)
  where collector_id is not null;
