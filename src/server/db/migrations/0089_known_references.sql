-- A database that fell back sends what it sent before under the same references, and knows that it fell back.

-- The reference of a try ---------------------------------------------------------------------------------------------

-- The key of this house, made once and never another: every copy of the database has it. HMAC-SHA-256 (RFC 2104) takes it in
-- two halves. The app's role reads neither.
create table house_key (
  one boolean primary key default true check (one),
  inner_pad bytea not null,
  outer_pad bytea not null
);
revoke all on house_key from canvass_app;

create function padded(key bytea, pad int) returns bytea language plpgsql immutable as $$
declare
  made bytea := '';
begin
  for place in 0..63 loop
    made := made || set_byte('\x00', 0, pad # case when place < length(key) then get_byte(key, place) else 0 end);
  end loop;
  return made;
end $$;
insert into house_key (inner_pad, outer_pad)
  select padded(key, 54), padded(key, 92)
  from (select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) as key from generate_series(1, 4)) made;
drop function padded;

-- By which a copy is known from the database of another house.
create function house_print() returns text language sql stable security definer set search_path = public, pg_temp
  return (select left(encode(sha256(outer_pad || inner_pad), 'hex'), 16) from house_key);

-- The HMAC of a text by the key of the house, in the shape of a version 4 UUID, as providers ask for one.
create function house_uuid(text text) returns uuid language sql stable
  return (select encode(set_byte(set_byte(mac, 6, get_byte(mac, 6) & 15 | 64), 8, get_byte(mac, 8) & 63 | 128), 'hex')::uuid
    from (select substr(sha256(outer_pad || sha256(inner_pad || convert_to(text, 'UTF8'))), 1, 16) as mac from house_key) m);
revoke execute on function house_uuid from public;

-- A try is named by what a fall back cannot renumber: what it pays for, whom, how much and through whom. The senders' own
-- names of the responses come in again with them; a manual payment has its own. Tries count over all payments of the same
-- responses, so that money owed again is no repeat; one that was recalled was never sent, and counts for nothing.
-- Each lookup is one by keys, whatever the statistics of a fresh table say.
create function attempt_is_named() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  thing text;
  earlier bigint;
begin
  select case p.kind when 'MANUAL' then p.name else (select s.encoded_id from survey s where s.id = p.survey_id) || ' ' || (
      select string_agg(f.client_uuid, ' ' order by f.client_uuid collate "C")
      from payable_response l join form f on f.survey_id = l.survey_id and f.id = l.response_id where l.payable_id = p.id) end
    into thing from payable p where p.id = new.payable_id;
  select count(*) into earlier from attempt
  where state <> 'RECALLED' and payable_id = any(array(
    select new.payable_id
    union all select payable_id from payable_response
    where payable_id <> new.payable_id and survey_id = (select survey_id from payable where id = new.payable_id)
      and response_id = any(array(select response_id from payable_response where payable_id = new.payable_id))));
  new.client_ref := house_uuid(concat_ws('|', '1', thing, earlier + 1, new.msisdn, new.amount_minor, new.currency, new.provider));
  return new;
end $$;
create trigger attempt_is_named before insert on attempt for each row execute function attempt_is_named();

-- A recalled try leaves its reference to the next one.
alter table attempt alter column client_ref drop default, drop constraint attempt_client_ref_key;
create unique index attempt_client_ref on attempt (client_ref, (case state when 'RECALLED' then id else 0 end));

-- The life of the database -------------------------------------------------------------------------------------------

-- Which copy of the database this is: another system is a copy that was restored, another timeline a standby that took over.
create table database_life (
  id bigint generated always as identity primary key,
  system_id bigint not null,
  timeline int not null,
  began_at timestamptz not null default now()
);
call append_only('database_life');
revoke insert on database_life from canvass_app;

create function system_now() returns bigint language sql volatile return (select system_identifier from pg_control_system());
create function timeline_now() returns int language sql volatile
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;
insert into database_life (system_id, timeline) values (system_now(), timeline_now());

create function database_is_known() returns boolean language sql volatile security definer set search_path = public, pg_temp
  return (select (system_id, timeline) = (system_now(), timeline_now()) from database_life order by id desc limit 1);

-- Notes another life, and stops all sending where it is another system. Says what was found.
create function note_life() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before database_life;
  was_restored boolean;
begin
  if database_is_known() then return 'SAME'; end if;
  perform pg_advisory_xact_lock(hashtextextended('database life', 0));
  select * into before from database_life order by id desc limit 1;
  if (before.system_id, before.timeline) = (system_now(), timeline_now()) then return 'SAME'; end if;
  was_restored := before.system_id <> system_now();
  insert into database_life (system_id, timeline) values (system_now(), timeline_now());
  if was_restored then
    with begun as (
      insert into payment_stop (kind, reason, details)
      select 'RESTORED', 'OTHER_SYSTEM', jsonb_build_object('found', a.id, 'foundAt', a.at)
      from (select 1) one left join (select id, at from audit order by id desc limit 1) a on true
      on conflict do nothing returning *
    )
    insert into audit (action, subject_type, subject_id, after)
    select 'payments.stop', 'payment_stop', id::text, jsonb_build_object('kind', kind, 'reason', reason, 'details', details) from begun;
  end if;
  return case when was_restored then 'OTHER_SYSTEM' else 'OTHER_TIMELINE' end;
end $$;

-- The provider is asked before the first sending of payments that were there by then: when another life began, and for a month
-- after a fall back, whose lost payments are made again.
create function asked_before() returns timestamptz language sql stable
  return greatest(
    (select max(began_at) from public.database_life where id > (select min(id) from public.database_life)),
    (select max(began_at) + interval '30 days' from public.payment_stop where kind = 'RESTORED'));

-- A database whose life is not noted yet is sent nothing.
create or replace function sending_stopped(name text) returns boolean language sql stable
  return not public.database_is_known()
    or exists (select from public.payment_stop s where s.ended_at is null and coalesce(s.provider, name) = name);
