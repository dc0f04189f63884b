-- Money comes into the floats, and leaves them, by two people: one asks with a reference and a document, another confirms.

create table funding (
  id bigint generated always as identity primary key,
  -- The float that money leaves, and the one that it comes into. A side that is null is outside.
  from_provider text check (from_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  from_currency text check (from_currency ~ '^[A-Z]{3}$'),
  from_minor amount_sum check (from_minor > 0),
  into_provider text check (into_provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  into_currency text check (into_currency ~ '^[A-Z]{3}$'),
  into_minor amount_sum check (into_minor > 0),
  kind text not null generated always as (case when from_minor is null then 'TOPUP' when into_minor is null then 'WITHDRAWAL'
    else 'TRANSFER' end) stored,
  -- Of the bank or the provider: what tells this movement from any other.
  reference text not null check (reference <> ''),
  -- The day on which the money moved, by the document.
  day date not null,
  -- What shows it: a file, or its words.
  file_id bigint references file,
  note text,
  status text not null default 'ASKED' check (status in ('ASKED', 'CONFIRMED', 'REFUSED')),
  asked_by bigint not null references person,
  asked_at timestamptz not null default now(),
  decided_by bigint references person,
  decided_at timestamptz,
  decision_text text,
  constraint funding_sides check (num_nulls(from_provider, from_currency, from_minor) in (0, 3)
    and num_nulls(into_provider, into_currency, into_minor) in (0, 3) and num_nulls(from_minor, into_minor) < 2
    and (from_provider, from_currency) is distinct from (into_provider, into_currency)),
  -- Between floats of one currency nothing is lost on the way.
  constraint funding_whole check (from_currency <> into_currency or from_minor = into_minor),
  constraint funding_document check (file_id is not null or note is not null),
  constraint funding_decided check ((status = 'ASKED') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
-- The same movement is asked for once, until it is refused.
create unique index funding_reference on funding
  (lower(reference), coalesce(into_provider, from_provider), coalesce(into_currency, from_currency)) where status <> 'REFUSED';
create index on funding (file_id);
create index on funding (asked_by);
create index on funding (decided_by);
create index on funding (status, id desc);
revoke update, delete on funding from canvass_app;
grant update (status, decided_by, decided_at, decision_text) on funding to canvass_app;

create function may_fund(actor bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name = 'payments.fund');

create function funding_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (not may_fund(new.asked_by))::int);
    perform refuse_payment('FUNDING_DECIDED', (new.status <> 'ASKED')::int);
  else
    perform refuse_payment('FUNDING_DECIDED', (old.status <> 'ASKED' or new.status = 'ASKED')::int);
    perform refuse_payment('FORBIDDEN', (not may_fund(new.decided_by))::int);
    perform refuse_payment('FUNDING_OWN', (new.status = 'CONFIRMED' and new.decided_by = new.asked_by)::int);
    -- By the clock of the transaction: a transfer of another one does not name it.
    new.decided_at := now();
  end if;
  return new;
end $$;
create trigger funding_is_lawful before insert or update on funding for each row execute function funding_is_lawful();

-- A top-up names its request. Those before had a reference alone.
drop index transfer_topup;
alter table transfer
  add column funding_id bigint references funding,
  drop constraint transfer_ref,
  add constraint transfer_ref check (ref is null or kind = 'topup'),
  add constraint transfer_funding check ((funding_id is not null) = (kind in ('topup', 'withdraw'))) not valid;
create unique index transfer_funded on transfer (funding_id, kind) where funding_id is not null;
insert into transfer_kind values ('withdraw', 'FLOAT', 'FUNDER', null);

-- Nobody books money in alone: a transfer is the whole of a side of a request that was confirmed in its own transaction.
create function transfer_is_funded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from account c, account d
  where c.id = new.credit_account and d.id = new.debit_account and not exists (
    select from funding f
    where f.id = new.funding_id and f.status = 'CONFIRMED' and f.decided_at = now() and case new.kind
      when 'topup' then (f.into_provider, f.into_currency, f.into_minor) = (d.provider, new.currency, new.amount_minor)
      else (f.from_provider, f.from_currency, f.from_minor) = (c.provider, new.currency, new.amount_minor) end);
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger transfer_is_funded after insert on transfer
  for each row when (new.kind in ('topup', 'withdraw')) execute function transfer_is_funded();

-- What was confirmed is in the books when its transaction ends.
create function funding_is_booked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked bigint;
begin
  select count(*) into booked from transfer where funding_id = new.id;
  perform refuse_payment('ILLEGAL_TRANSITION', (booked <> num_nonnulls(new.from_minor, new.into_minor))::int);
  return null;
end $$;
create constraint trigger funding_is_booked after update on funding deferrable initially deferred
  for each row when (new.status = 'CONFIRMED') execute function funding_is_booked();
