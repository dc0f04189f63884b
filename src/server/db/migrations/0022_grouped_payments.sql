-- Payment by sets: a survey that is GROUPED pays `aggregation_count` approved responses of one participant together.
--
-- What waits for a full set is derived (`waiting_response`): approved responses that no live payable pays. A kept row for
-- it would have to follow each approval, and could be wrong.

-- Approvals of one participant in one survey queue at this row, so that two of them see each other's responses.
create table set_payee (
  survey_id bigint not null references survey on delete cascade,
  participant_id bigint not null,
  primary key (survey_id, participant_id)
);
revoke update, delete on set_payee from canvass_app;
-- A lock needs it; no row changes.
grant update (survey_id) on set_payee to canvass_app;

-- The recorded choice about responses that no full set came of when their survey ended.
create table leftover (
  id bigint generated always as identity primary key,
  survey_id bigint not null references survey on delete cascade,
  choice text not null check (choice in ('PAY_PRO_RATA', 'DROP')),
  participants int not null check (participants > 0),
  responses int not null check (responses >= participants),
  decided_by bigint references person on delete set null,
  decided_at timestamptz not null default now()
);
create index on leftover (survey_id);
create index on leftover (decided_by);
revoke insert, update, delete on leftover from canvass_app;
grant insert (survey_id, choice, participants, responses, decided_by) on leftover to canvass_app;

-- A response that was dropped is never paid, also when its survey opens again.
create table dropped_response (
  response_id bigint primary key,
  survey_id bigint not null,
  leftover_id bigint not null references leftover on delete cascade,
  foreign key (survey_id, response_id) references form (survey_id, id) on delete cascade
);
create index on dropped_response (survey_id, response_id);
create index on dropped_response (leftover_id);
revoke update, delete on dropped_response from canvass_app;

alter table payable
  -- How many responses a set has: the survey's count, or those left over.
  add column set_size int check (set_size > 0),
  add column leftover_id bigint references leftover,
  add constraint payable_set check ((kind = 'GROUPED') = (set_size is not null) and (leftover_id is null or kind = 'GROUPED'));
create index on payable (leftover_id) where leftover_id is not null;

create view waiting_response as
  select f.survey_id, f.id, f.participant_id, f.submitted_at, s.aggregation_count as set_size, s.amount_minor, s.currency
  from form f join survey s on s.id = f.survey_id
  where s.survey_type = 'PAID' and s.payment_aggregation = 'GROUPED' and f.status = 'APPROVED' and not f.is_pilot
    and not exists (select from payable_response l where l.response_id = f.id and l.released_at is null)
    and not exists (select from dropped_response d where d.response_id = f.id);

-- A set comes whole: one statement writes the payable and its links. It pays as many approved responses of its participant
-- as the survey counts, or the leftovers of a choice of the same transaction, each at the survey's amount of this moment.
create function set_is_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n join survey s on s.id = n.survey_id
      left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'PAY_PRO_RATA'
        and o.decided_at = now()
    where n.kind = 'GROUPED' and (s.survey_type <> 'PAID' or s.payment_aggregation <> 'GROUPED'
      or n.currency <> s.currency or n.amount_minor <> n.set_size * s.amount_minor
      or case when n.leftover_id is null then n.set_size <> s.aggregation_count
        else o.id is null or n.set_size >= s.aggregation_count end) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select count(*) from new_rows n left join (
      select l.payable_id, count(*) as links, count(f.id) as lawful
      from new_rows m join payable_response l on l.payable_id = m.id and l.released_at is null
        left join form f on f.survey_id = l.survey_id and f.id = l.response_id and f.status = 'APPROVED' and not f.is_pilot
          and f.participant_id is not distinct from m.participant_id
          and not exists (select from dropped_response d where d.response_id = f.id)
      group by l.payable_id
    ) r on r.payable_id = n.id
    where n.kind = 'GROUPED' and (r.links is distinct from n.set_size or r.lawful is distinct from n.set_size) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger set_is_whole after insert on payable referencing new table as new_rows
  for each statement execute function set_is_whole();

-- Nothing joins a set that is whole.
create function set_stays_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (
      select p.id from payable p join payable_response l on l.payable_id = p.id
      where p.kind = 'GROUPED' and p.id in (select payable_id from new_rows)
      group by p.id, p.set_size having count(*) <> p.set_size
    ) s $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger set_stays_whole after insert on payable_response referencing new table as new_rows
  for each statement execute function set_stays_whole();

-- Only what waits is dropped, and only with a choice of the same transaction.
create function drop_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n
      left join leftover o on o.id = n.leftover_id and o.survey_id = n.survey_id and o.choice = 'DROP' and o.decided_at = now()
      left join form f on f.survey_id = n.survey_id and f.id = n.response_id and f.status = 'APPROVED'
      left join payable_response l on l.response_id = n.response_id and l.released_at is null
    where o.id is null or f.id is null or l.payable_id is not null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger drop_is_lawful after insert on dropped_response referencing new table as new_rows
  for each statement execute function drop_is_lawful();

-- Responses approved under one rule of payment are paid by it: into groups and out of them no survey goes any more, and
-- their size stays. The amount may change: a set is paid at the amount of the moment at which it is full.
create function pay_rule_stays() returns trigger language plpgsql as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from (
    select from form where survey_id = new.id and status = 'APPROVED' and not is_pilot limit 1) approved;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return new;
end $$;
create trigger pay_rule_stays before update on survey for each row
  when ('GROUPED' in (old.payment_aggregation, new.payment_aggregation)
    and (old.survey_type, old.payment_aggregation, old.aggregation_count)
      <> (new.survey_type, new.payment_aggregation, new.aggregation_count))
  execute function pay_rule_stays();
