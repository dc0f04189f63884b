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
create index on desk_act (owner_id);
create index on desk_act (person_id);
-- A row that two people close has two reasons.
create unique index desk_act_once on desk_act (kind, key, person_id) where reason is not null;
-- Statements have few lines that are wrong.
create index statement_line_wrong on statement_line (statement_id) where word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE');
call append_only('desk_act');
call keeps_moments('desk_act', 'at');
