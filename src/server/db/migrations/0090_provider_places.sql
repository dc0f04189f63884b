-- Who pays is a row: the simulator has a name and floats of its own, and a provider its address and account. What was sent is
-- asked about at that place alone.

alter table provider
  -- Where it was first met, without credentials; null: never. The account is a fingerprint.
  add column address text,
  add column account text,
  add column pays boolean not null default false,
  add constraint provider_place check ((address is null) = (account is null));
create unique index provider_pays on provider (pays) where pays;
insert into provider (name) values ('simulator') on conflict do nothing;
update provider set pays = true where name = 'gsma';

-- Through whom new payments go.
create function paying_provider() returns text language sql stable return (select name from public.provider where pays);

-- At each start, by the settings. At another place than the known one nothing is sent until two people have confirmed that it is
-- the same account; back at the known one, nobody is needed. Says whether it is at its place.
create function meet_provider(named text, its_address text, its_account text) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  known provider;
begin
  insert into provider (name) values (named) on conflict do nothing;
  select * into known from provider where name = named for update;
  update provider set pays = false where pays and name <> named;
  update provider set pays = true where not pays and name = named;
  if known.address is null or not exists (select from attempt where provider = named) then
    update provider set address = its_address, account = its_account where name = named;
  elsif (known.address, known.account) <> (its_address, its_account) then
    with begun as (
      insert into payment_stop (provider, kind, reason, details)
      values (named, 'ADDRESS', 'MOVED', jsonb_build_object(
        'address', known.address, 'account', known.account, 'newAddress', its_address, 'newAccount', its_account))
      on conflict (coalesce(provider, ''), kind) where ended_at is null do update set details = excluded.details returning *
    )
    insert into audit (action, subject_type, subject_id, after)
    select 'payments.stop', 'payment_stop', id::text,
      jsonb_build_object('kind', kind, 'provider', provider, 'reason', reason, 'details', details) from begun;
    return false;
  end if;
  with over as (
    update payment_stop set ended_at = now() where provider = named and kind = 'ADDRESS' and ended_at is null returning *
  )
  insert into audit (action, subject_type, subject_id, after)
  select 'payments.goOn', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'provider', provider) from over;
  return true;
end $$;

-- Whether money went out for real: attempts at a provider that was met.
create function has_paid() returns boolean language sql stable
  return exists (select from public.attempt a join public.provider p on p.name = a.provider
    where p.address is not null and p.name <> 'simulator');

-- As before; the owner's own functions end a stop whose cause is gone.
create or replace function stop_is_lawful() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_payment('FORBIDDEN', (new.began_by is not null and not may_stop(new.began_by))::int);
    return new;
  end if;
  perform refuse_payment('STOP_OVER', (old.ended_at is not null)::int);
  if current_user = 'canvass_app' then
    perform refuse_payment('STOP_NEEDS_PEOPLE', (select count(*) from payment_stop_kind k where k.kind = old.kind
      and k.people > (select count(*) from payment_stop_confirmation c where c.stop_id = old.id)));
  end if;
  if new.ended_at is not null then new.ended_at := now(); end if;
  return new;
end $$;

-- As before; a place that two people confirmed is the provider's from then on.
create or replace function stop_is_confirmed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  update provider p set address = s.details ->> 'newAddress', account = s.details ->> 'newAccount'
  from payment_stop s
  where s.id = new.stop_id and s.kind = 'ADDRESS' and s.ended_at is not null and p.name = s.provider;
  return null;
end $$;

-- What was tried out on the simulator leaves the books before the first real provider is sent anything: a person chooses whether
-- its responses are owed again, through that provider, or dropped.
insert into payment_stop_kind values ('TRYOUT', 1, true);
alter table payment_stop_confirmation add column choice text check (choice in ('OWED', 'DROPPED'));
grant insert (choice) on payment_stop_confirmation to canvass_app;

create function choice_is_made() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (select count(*) from payment_stop s
    where s.id = new.stop_id and (s.kind = 'TRYOUT') <> (new.choice is not null)));
  return null;
end $$;
create trigger choice_is_made after insert on payment_stop_confirmation for each row execute function choice_is_made();

-- Play money comes back, and payments in play money are cancelled from any status, in the transaction of the choice alone.
insert into transfer_kind values ('tryout', 'SPENT', 'FLOAT', 'SUCCESSFUL');
insert into payable_move (from_status, to_status) values
  ('SUCCESSFUL', 'CANCELLED'), ('FAILED', 'CANCELLED'), ('REJECTED', 'CANCELLED');

create function is_tryout(provider text) returns boolean language sql stable
  return provider = 'simulator' and exists (
    select from public.payment_stop s where s.kind = 'TRYOUT' and s.ended_at = now() and s.ended_by is not null);

create function tryout_is_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', (not is_tryout(new.provider) or old.status = 'SUCCESSFUL'
    and not exists (select from transfer t where t.payable_id = new.id and t.kind = 'tryout'))::int);
  return null;
end $$;
create trigger tryout_is_over after update on payable for each row
  when (old.status in ('SUCCESSFUL', 'FAILED', 'REJECTED') and new.status = 'CANCELLED') execute function tryout_is_over();

create function play_money_comes_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION',
    (select count(*) from payable p where p.id = new.payable_id and (not is_tryout(p.provider) or p.status <> 'SUCCESSFUL')));
  return null;
end $$;
create trigger play_money_comes_back after insert on transfer for each row
  when (new.kind = 'tryout') execute function play_money_comes_back();
