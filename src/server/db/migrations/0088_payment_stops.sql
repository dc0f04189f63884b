-- Why nothing is sent, and who may let it go on: one row for each stop of the sending, for one provider or for all.

-- How many people end a stop of each kind; 0: the house ends it with its cause. `asks`: questions still go out meanwhile.
-- domain/payment-stops.ts has the same.
create table payment_stop_kind (
  kind text primary key,
  people int not null,
  asks boolean not null
);
insert into payment_stop_kind values
  ('RESTORED', 2, true),
  ('ADDRESS', 2, false),
  ('NO_PROVIDER', 0, true),
  ('TROUBLE', 0, false),
  ('PAUSED', 1, true);
revoke insert, update, delete on payment_stop_kind from canvass_app;

create table payment_stop (
  id bigint generated always as identity primary key,
  -- Null: all providers.
  provider text references provider,
  kind text not null references payment_stop_kind,
  -- A code that says why, and what people are shown of it.
  reason text not null check (reason ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  began_at timestamptz not null default now(),
  -- Null: the house.
  began_by bigint references person,
  ended_at timestamptz,
  ended_by bigint references person,
  constraint payment_stop_beginner check ((began_by is not null) = (kind = 'PAUSED'))
);
create unique index payment_stop_open on payment_stop (coalesce(provider, ''), kind) where ended_at is null;
create index on payment_stop (began_by);
create index on payment_stop (ended_by);
revoke insert, update, delete on payment_stop from canvass_app;
grant insert (provider, kind, reason, details, began_by), update (ended_at) on payment_stop to canvass_app;

-- People who looked at the state that a stop shows and say that sending may go on.
create table payment_stop_confirmation (
  stop_id bigint not null references payment_stop,
  person_id bigint not null references person,
  at timestamptz not null default now(),
  primary key (stop_id, person_id)
);
create index on payment_stop_confirmation (person_id);
call append_only('payment_stop_confirmation');
revoke insert on payment_stop_confirmation from canvass_app;
grant insert (stop_id, person_id) on payment_stop_confirmation to canvass_app;

create function may_stop(actor bigint) returns boolean language sql stable set search_path = public, pg_temp
  return exists (
    select from person a join role_permission rp on rp.role_id = a.role_id join permission p on p.id = rp.permission_id
    where a.id = actor and a.status = 'ACTIVE' and p.name in ('payments.approve', 'payments.authorize'));

create function stop_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (new.began_by is not null and not may_stop(new.began_by))::int);
    return new;
  end if;
  perform refuse_payment('STOP_OVER', (old.ended_at is not null)::int);
  perform refuse_payment('STOP_NEEDS_PEOPLE', (select count(*) from payment_stop_kind k where k.kind = old.kind
    and k.people > (select count(*) from payment_stop_confirmation c where c.stop_id = old.id)));
  new.ended_at := now();
  return new;
end $$;
create trigger stop_is_lawful before insert or update on payment_stop for each row execute function stop_is_lawful();

-- The last confirmation that is needed ends the stop.
create function stop_is_confirmed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needed int;
begin
  select k.people into needed from payment_stop s join payment_stop_kind k using (kind)
  where s.id = new.stop_id and s.ended_at is null for no key update of s;
  perform refuse_payment('STOP_OVER', (needed is null)::int);
  perform refuse_payment('STOP_BY_HOUSE', (needed = 0)::int);
  perform refuse_payment('FORBIDDEN', (not may_stop(new.person_id))::int);
  update payment_stop set ended_at = now(), ended_by = new.person_id
  where id = new.stop_id and needed <= (select count(*) from payment_stop_confirmation where stop_id = new.stop_id);
  return null;
end $$;
create trigger stop_is_confirmed after insert on payment_stop_confirmation for each row execute function stop_is_confirmed();

-- Whether an open stop keeps a provider from being sent to, or from being asked.
create function sending_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s where s.ended_at is null and coalesce(s.provider, name) = name);
create function asking_stopped(name text) returns boolean language sql stable
  return exists (select from public.payment_stop s join public.payment_stop_kind k on k.kind = s.kind
    where s.ended_at is null and not k.asks and coalesce(s.provider, name) = name);
