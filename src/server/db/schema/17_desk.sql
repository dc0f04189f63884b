-- What people did with rows of the desk, which are derived from their causes (server/payments/desk): one gave a row to an owner, or
-- put it down, or closed it with a reason.
create table desk_act (
  id bigint generated always as identity primary key,
  kind text not null, key text not null,
  person_id bigint not null references person, at timestamptz not null default now(),
  owner_id bigint references person,
  reason text check (reason is null or reason ~ '\S' and owner_id is null)
);
create index on desk_act (kind, key, id);
-- The payment whose hold a row lifts (1), and the one that it was held for (2). Its kinds are `liftedHolds` of domain/money/payment.ts.
create function lifted(kind text, key text, part int) returns bigint language sql immutable parallel safe
  return case when kind in ('ALREADY_PAID', 'SAME_PAYEE', 'NAME_DIFFERS') and key ~ '^[1-9]\d{0,14}(:[1-9]\d{0,14})?$' then nullif(split_part(key, ':', part), '')::bigint end;
create index desk_act_lift on desk_act (lifted(kind, key, 1)) where reason is not null;
create index on desk_act (owner_id);
create index on desk_act (person_id);
-- A row that two people close has two reasons.
create unique index desk_act_once on desk_act (kind, key, person_id) where reason is not null;
-- Statements have few lines that are wrong.
create index statement_line_wrong on statement_line (statement_id) where word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE');
call append_only('desk_act');
call keeps_moments('desk_act', 'at');

-- Who was paid before the house began, for a survey or for all of a cost code: a list that a second person confirms.
create table paid_before_list (
  id bigint generated always as identity primary key,
  survey_id bigint references survey, cost_code text check (length(cost_code) between 1 and 60),
  file_id bigint not null references file, sha256 bytea not null, rows int not null check (rows > 0),
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person, asked_at timestamptz not null default now(),
  decided_by bigint references person, decided_at timestamptz,
  constraint paid_before_for check (num_nonnulls(survey_id, cost_code) = 1),
  constraint paid_before_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index paid_before_once on paid_before_list (sha256) where status <> 'REFUSED';
create index on paid_before_list (survey_id);
create index on paid_before_list (file_id);
create index on paid_before_list (asked_by);
create index on paid_before_list (decided_by);
revoke update, delete on paid_before_list from canvass_app;
grant update (status, decided_by) on paid_before_list to canvass_app;
call keeps_moments('paid_before_list', 'asked_at', 'decided_at');
-- A line of such a list.
create table paid_before (
  list_id bigint not null references paid_before_list, row int not null check (row > 1),
  msisdn text not null check (msisdn ~ '^\+[1-9][0-9]{6,14}$'), amount_minor amount not null, currency text not null references currency,
  paid_on date not null, reference text, name text, purpose text,
  primary key (list_id, row)
);
create index on paid_before (msisdn);
call append_only('paid_before');
-- Participants who may be one person: the same name and year of birth, or the same device of forms that people fill in themselves.
create view payee_twin as
  select 'NAME' as sign, a.id, b.id as other from person a join person b on fold(b.name) = fold(a.name) and b.id <> a.id
    and extract(year from b.birth_date) = extract(year from a.birth_date) and b.birth_date is not null and b.admin_type = 'PARTICIPANT' where a.birth_date is not null and a.admin_type = 'PARTICIPANT'
  union all select 'DEVICE', f.participant_id, g.participant_id from form f join form_print a on a.survey_id = f.survey_id and a.id = f.id and a.kind = 2 join form_print b on b.hash = a.hash and b.kind = 2 join form g on g.survey_id = b.survey_id and g.id = b.id and g.participant_id <> f.participant_id
  where f.source = 'SCREEN' and f.collector_id is null and g.source = 'SCREEN' and g.collector_id is null;

-- Some of the people who were paid in a run, drawn by the database and asked by a survey of their own (server/surveys/paid-sample.ts).
-- `draw_sample` says in which order a seed puts them, so that each draw can be made again.
create table payment_sample (
  survey_id bigint primary key references survey, job_id bigint not null constraint payment_sample_once unique,
  size int not null, people int not null, seed uuid not null default gen_random_uuid(),
  drawn_by bigint not null references person, drawn_at timestamptz not null default now()
);
create index on payment_sample (drawn_by);
call append_only('payment_sample');
call keeps_moments('payment_sample', 'people', 'seed', 'drawn_at');
-- What they were paid in that run.
create table sampled_payment (
  survey_id bigint not null references payment_sample deferrable initially deferred, payable_id bigint not null references payable, primary key (survey_id, payable_id)
);
create index on sampled_payment (payable_id);
revoke insert, update, delete, truncate on sampled_payment from canvass_app;
