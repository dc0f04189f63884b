-- Payments: what is owed, who let it go, how it went to the provider, and the books that prove it.
--
-- The rules stand here as well as in the program, so that no SQL of the app's role gets around them. Triggers see whole
-- statements. Their queries are planned anew at each call (`execute`): a plan made for one row must not meet a hundred
-- thousand, nor the other way round. `pg_temp` comes last in every search path: nobody's temporary table stands in for
-- one of these. Refusals carry SQLSTATE CV001 and a code of domain/errors.ts.

create function refuse_payment(code text, breaches bigint) returns void language plpgsql as $$
begin
  if breaches > 0 then raise exception '%', code using errcode = 'CV001'; end if;
end $$;

-- Amounts added up. No sum of a lawful number of payments is too large for it, and none is no number.
create domain amount_sum as numeric(38) check (value <> 'NaN');

-- What is owed -------------------------------------------------------------------------------------------------------

create table payable (
  id bigint primary key default nextval('thing_id'),
  kind text not null default 'INDIVIDUAL' check (kind in ('INDIVIDUAL', 'GROUPED', 'MANUAL')),
  -- What callers know a manual payment by (payments.md §1.5). It begins like no number.
  name text unique check (name ~ '^MAN-[0-9A-Z]{1,40}$'),
  survey_id bigint not null references survey,
  participant_id bigint references person,
  msisdn text check (msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  amount_minor amount not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider text not null check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  status text not null default 'ELIGIBLE' check (status in ('ACCRUING', 'ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING',
    'SUCCESSFUL', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSING', 'REVERSED')),
  -- Why it was rejected or why it failed: a code, and what the person wrote.
  reason text,
  reason_text text,
  -- One pass through the people; only a new round starts over.
  round int not null default 1,
  -- SHA-256 of what people sign; every step carries the same.
  facts_hash bytea not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payable_name check ((name is not null) = (kind = 'MANUAL')),
  constraint payable_phone check (msisdn is not null or status in ('ACCRUING', 'ELIGIBLE', 'REJECTED', 'CANCELLED'))
);
create index on payable (updated_at desc, id desc);
create index on payable (status, updated_at desc, id desc);
create index on payable (survey_id, updated_at desc, id desc);
create index on payable (survey_id, status, updated_at desc, id desc);
create index on payable (participant_id, updated_at desc, id desc);
-- Each order of the list has its index.
create index on payable (created_at, id);
create index on payable (amount_minor, id);
create index on payable (status, id);
-- The facts never change; what changes, changes by the rules below.
revoke update, delete on payable from canvass_app;
grant update (status, reason, reason_text, version, updated_at) on payable to canvass_app;

-- Which responses a payable pays. A response is in one live payable at most.
create table payable_response (
  payable_id bigint not null references payable,
  survey_id bigint not null,
  response_id bigint not null,
  released_at timestamptz,
  primary key (payable_id, response_id),
  foreign key (survey_id, response_id) references form (survey_id, id)
);
create unique index payable_response_live on payable_response (response_id) where released_at is null;
create index on payable_response (survey_id, response_id);
revoke update, delete on payable_response from canvass_app;

-- Sums per survey, status and currency, so that nobody counts a million rows for a page; slots keep writers apart.
create table payable_counter (
  survey_id bigint not null,
  status text not null,
  currency text not null,
  slot smallint not null,
  n bigint not null,
  amount_minor amount_sum not null,
  primary key (survey_id, status, currency, slot)
);
revoke insert, update, delete on payable_counter from canvass_app;

create function count_payables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := 'select survey_id, status, currency, 1 as n, amount_minor from new_rows';
  taken text := 'select survey_id, status, currency, -1 as n, -amount_minor as amount_minor from old_rows';
  change text := case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end;
begin
  execute format($q$
    insert into payable_counter as c (survey_id, status, currency, slot, n, amount_minor)
    select survey_id, status, currency, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s) change group by survey_id, status, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by survey_id, status, currency
    on conflict (survey_id, status, currency, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$, change);
  return null;
end $$;
create trigger count_insert after insert on payable referencing new table as new_rows
  for each statement execute function count_payables();
create trigger count_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_payables();
create trigger count_delete after delete on payable referencing old table as old_rows
  for each statement execute function count_payables();

-- The steps people take ----------------------------------------------------------------------------------------------

create table step (
  payable_id bigint not null references payable,
  round int not null,
  step text not null check (step in ('initiate', 'approve', 'authorize', 'reject')),
  level int not null default 1 check (level > 0),
  actor_id bigint not null references person,
  -- The actor's role at the time.
  role text not null,
  facts_hash bytea not null,
  at timestamptz not null default now(),
  constraint step_once primary key (payable_id, round, step, level)
);
create index on step (actor_id);
call append_only('step');

-- Every lawful change of status, and the step that makes it; null: the house does.
create table payable_move (
  from_status text not null,
  to_status text not null,
  step text,
  primary key (from_status, to_status)
);
insert into payable_move values
  ('ACCRUING', 'CANCELLED', null),
  ('ELIGIBLE', 'INITIATED', 'initiate'),
  ('INITIATED', 'APPROVED', 'approve'),
  ('APPROVED', 'PROCESSING', 'authorize'),
  ('ELIGIBLE', 'REJECTED', 'reject'),
  ('INITIATED', 'REJECTED', 'reject'),
  ('APPROVED', 'REJECTED', 'reject'),
  ('ELIGIBLE', 'CANCELLED', null),
  ('INITIATED', 'CANCELLED', null),
  ('PROCESSING', 'SUCCESSFUL', null),
  ('PROCESSING', 'FAILED', null);

-- The steps that a payable of a status must show, of its current round and with its current facts.
create table payable_signature (
  status text not null,
  step text not null,
  primary key (status, step)
);
insert into payable_signature values
  ('INITIATED', 'initiate'),
  ('APPROVED', 'initiate'), ('APPROVED', 'approve'),
  ('PROCESSING', 'initiate'), ('PROCESSING', 'approve'), ('PROCESSING', 'authorize'),
  ('REJECTED', 'reject');
revoke insert, update, delete on payable_move, payable_signature from canvass_app;

-- Separation of duties, strict: on one payable and round one person does one of initiate, approve and authorize.
-- Nobody acts on a payment to their own phone, and nobody without the right.
create function step_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
  outdated bigint;
  own bigint;
begin
  -- Two people who step at the same moment queue here, and the second sees what the first did.
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) filter (where m.step is null or n.round <> p.round),
      count(*) filter (where n.facts_hash <> p.facts_hash),
      count(*) filter (where a.phone = p.msisdn)
    from new_rows n join payable p on p.id = n.payable_id join person a on a.id = n.actor_id
      left join payable_move m on m.from_status = p.status and m.step = n.step $q$ into breaches, outdated, own;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  perform refuse_payment('STALE_FACTS', outdated);
  perform refuse_payment('SELF_ACTION', own);
  execute $q$
    select count(*) from new_rows n
      join step s on s.payable_id = n.payable_id and s.round = n.round and s.actor_id = n.actor_id and s.step <> n.step
    where n.step <> 'reject' and s.step <> 'reject' $q$ into breaches;
  perform refuse_payment('SELF_ACTION', breaches);
  execute $q$
    select count(*) from (select distinct actor_id, role, step from new_rows) n
      left join (person a join role r on r.id = a.role_id join role_permission rp on rp.role_id = r.id
        join permission q on q.id = rp.permission_id)
      on a.id = n.actor_id and a.status = 'ACTIVE' and r.role = n.role and q.name = 'payments.' || n.step
    where q.id is null $q$ into breaches;
  perform refuse_payment('FORBIDDEN', breaches);
  return null;
end $$;
create trigger step_is_lawful after insert on step referencing new table as new_rows
  for each statement execute function step_is_lawful();

-- Tries at the provider ----------------------------------------------------------------------------------------------

-- What was authorized together: it has its own accounts, so that batches do not wait for each other.
create table batch (
  id bigint generated always as identity primary key,
  created_by bigint not null references person,
  created_at timestamptz not null default now()
);
create index batch_created_by on batch (created_by);
revoke update, delete on batch from canvass_app;

create table attempt (
  id bigint generated always as identity primary key,
  payable_id bigint not null references payable,
  no int not null check (no > 0),
  batch_id bigint not null references batch,
  -- Committed before a byte is sent, and the same in every send: the provider pays it once at most.
  client_ref uuid not null unique default gen_random_uuid(),
  provider text not null,
  msisdn text not null,
  amount_minor amount not null,
  currency text not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RECALLED')),
  -- Grows whenever a worker takes the attempt in hand: what an earlier holder writes meets no row.
  fence int not null default 0,
  -- When it is due to be sent or asked about; while a worker has it in hand, when its lease ends; infinity, while only a
  -- person can help.
  next_at timestamptz not null default now(),
  -- Sends that may have reached the provider.
  sends int not null default 0,
  -- Status calls since the last send.
  polls int not null default 0,
  provider_ref text,
  reason text,
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  final_at timestamptz,
  constraint attempt_no unique (payable_id, no)
);
create unique index attempt_live on attempt (payable_id) where state not in ('FAILED', 'RECALLED');
create index attempt_due on attempt (next_at) where state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN');
create index on attempt (requested_at, id);
create index on attempt (amount_minor, id);
create index on attempt (state, id);
create index on attempt (provider_ref) where provider_ref is not null;
call keep_count('attempt');
revoke update, delete on attempt from canvass_app;
grant update (state, fence, next_at, sends, polls, provider_ref, reason, sent_at, final_at)
  on attempt to canvass_app;

-- An attempt begins unsent, for a payable that three people let go, with its very facts.
create function attempt_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from new_rows n
      left join (payable p join step s on s.payable_id = p.id and s.round = p.round and s.step = 'authorize'
        and s.facts_hash = p.facts_hash)
      on p.id = n.payable_id and p.status = 'APPROVED' and p.msisdn = n.msisdn and p.amount_minor = n.amount_minor
        and p.currency = n.currency and p.provider = n.provider
    where s.payable_id is null or n.state <> 'QUEUED' or n.fence <> 0 or n.sends <> 0 $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger attempt_is_lawful after insert on attempt referencing new table as new_rows
  for each statement execute function attempt_is_lawful();

create function attempt_move_refused() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return null;
end $$;
create trigger attempt_move before update on attempt for each row
  when (old.state <> new.state and (old.state || ' ' || new.state) not in (
    'QUEUED SENDING',
    'SENDING QUEUED', 'SENDING SENT', 'SENDING UNKNOWN', 'SENDING SUCCESSFUL', 'SENDING FAILED',
    'SENT UNKNOWN', 'SENT SUCCESSFUL', 'SENT FAILED',
    'UNKNOWN SENT', 'UNKNOWN QUEUED', 'UNKNOWN SUCCESSFUL', 'UNKNOWN FAILED'))
  execute function attempt_move_refused();

-- The books ----------------------------------------------------------------------------------------------------------

create table account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('FUNDER', 'FLOAT', 'HELD', 'RESERVED', 'SPENT', 'FEES', 'SUSPENSE')),
  provider text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  batch_id bigint references batch,
  survey_id bigint references survey,
  name text not null unique
    generated always as (kind || ':' || provider || ':' || currency || coalesce(':' || coalesce(batch_id, survey_id)::text, '')) stored,
  normal_side text not null generated always as (case kind when 'FUNDER' then 'CREDIT' else 'DEBIT' end) stored,
  no_overdraft boolean not null generated always as (kind not in ('FUNDER', 'SUSPENSE')) stored,
  debits amount_sum not null default 0,
  credits amount_sum not null default 0,
  constraint account_currency unique (id, currency),
  constraint account_owner check (
    (batch_id is not null) = (kind in ('HELD', 'RESERVED')) and (survey_id is not null) = (kind = 'SPENT')),
  constraint account_no_overdraft check (
    not no_overdraft or case normal_side when 'DEBIT' then debits - credits else credits - debits end >= 0)
);
-- Only transfers move balances.
revoke insert, update, delete on account from canvass_app;
grant insert (kind, provider, currency, batch_id, survey_id) on account to canvass_app;

-- What each kind of transfer may move money between.
create table transfer_kind (
  kind text primary key,
  from_kind text not null,
  to_kind text not null,
  -- The state of the attempt whose money it moves; null: it belongs to no attempt.
  attempt_state text
);
insert into transfer_kind values
  ('topup', 'FUNDER', 'FLOAT', null),
  ('hold', 'FLOAT', 'HELD', null),
  ('reserve', 'HELD', 'RESERVED', 'QUEUED'),
  ('settle', 'RESERVED', 'SPENT', 'SUCCESSFUL'),
  ('release', 'RESERVED', 'FLOAT', 'FAILED');
revoke insert, update, delete on transfer_kind from canvass_app;

-- One row carries both sides: there is no unbalanced entry.
create table transfer (
  id bigint generated always as identity primary key,
  kind text not null,
  credit_account bigint not null,
  debit_account bigint not null,
  currency text not null,
  -- That of a hold is the sum of its batch.
  amount_minor amount_sum not null check (amount_minor > 0),
  payable_id bigint,
  attempt_no int,
  -- What names a topup outside: a bank's or a person's reference.
  ref text,
  at timestamptz not null default now(),
  foreign key (credit_account, currency) references account (id, currency),
  foreign key (debit_account, currency) references account (id, currency),
  foreign key (payable_id, attempt_no) references attempt (payable_id, no),
  constraint transfer_sides check (credit_account <> debit_account),
  constraint transfer_whole check ((payable_id is null) = (attempt_no is null)),
  constraint transfer_ref check ((ref is not null) = (kind = 'topup'))
);
create unique index transfer_once on transfer (payable_id, kind, attempt_no) where payable_id is not null;
create unique index transfer_topup on transfer (debit_account, ref) where kind = 'topup';
create unique index transfer_hold on transfer (debit_account) where kind = 'hold';
call append_only('transfer');

-- Refuses what is not in the books' rules, then adds the statement's sums to its accounts, locked in the order of ids.
create function book_transfers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from (select distinct kind, credit_account, debit_account, payable_id is null as loose from new_rows) n
      join account c on c.id = n.credit_account join account d on d.id = n.debit_account
      left join transfer_kind k on k.kind = n.kind and k.from_kind = c.kind and k.to_kind = d.kind
        and (k.attempt_state is null) = n.loose
    where k.kind is null or c.provider <> d.provider or c.batch_id <> d.batch_id $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- The whole amount of the attempt, between the accounts of its batch and survey, and nothing back that was not reserved.
  execute $q$
    select count(*) from new_rows n
      join transfer_kind k on k.kind = n.kind
      join account c on c.id = n.credit_account join account d on d.id = n.debit_account
      left join (attempt a join payable p on p.id = a.payable_id)
      on a.payable_id = n.payable_id and a.no = n.attempt_no and a.state = k.attempt_state
        and a.amount_minor = n.amount_minor and a.currency = n.currency and a.provider = c.provider
        and a.batch_id = coalesce(c.batch_id, d.batch_id) and p.survey_id = coalesce(d.survey_id, p.survey_id)
      left join transfer r on r.payable_id = n.payable_id and r.attempt_no = n.attempt_no and r.kind = 'reserve'
    where n.payable_id is not null and (a.id is null or r.id is null) $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select from account where id in (select credit_account from new_rows union select debit_account from new_rows)
    order by id for no key update $q$;
  execute $q$
    update account a set debits = a.debits + s.debits, credits = a.credits + s.credits
    from (
      select id, sum(debit) as debits, sum(credit) as credits
      from (
        select debit_account as id, amount_minor as debit, 0 as credit from new_rows
        union all select credit_account, 0, amount_minor from new_rows
      ) side group by id
    ) s where a.id = s.id $q$;
  return null;
end $$;
create trigger book_transfers after insert on transfer referencing new table as new_rows
  for each statement execute function book_transfers();

-- What a batch holds is reserved to the last unit in the same transaction: nothing takes the float and pays nobody.
create function hold_is_used() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  select count(*) into breaches from account where id = new.debit_account and debits <> credits;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create constraint trigger hold_is_used after insert on transfer deferrable initially deferred
  for each row when (new.kind = 'hold') execute function hold_is_used();

-- What makes a payable lawful ----------------------------------------------------------------------------------------

create function payable_begins_unsigned() returns trigger language plpgsql as $$
begin
  perform refuse_payment('ILLEGAL_TRANSITION', 1);
  return null;
end $$;
create trigger payable_begins_unsigned before insert on payable for each row
  when (new.status not in ('ACCRUING', 'ELIGIBLE') or new.round <> 1) execute function payable_begins_unsigned();

-- What people sign: whom, how much, through whom and for which responses (their ids in order, with commas between).
create function signed_facts(msisdn text, amount_minor bigint, currency text, provider text, responses text)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(concat_ws('|', '1', coalesce(msisdn, ''), amount_minor, currency, provider, coalesce(responses, '')), 'UTF8'));

create function payable_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute $q$
    select count(*) from old_rows o join new_rows n using (id)
      left join payable_move m on m.from_status = o.status and m.to_status = n.status
    where o.status <> n.status and m.from_status is null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  execute $q$
    select count(*) from new_rows n join payable_signature g on g.status = n.status
      left join step s on s.payable_id = n.id and s.round = n.round and s.step = g.step and s.facts_hash = n.facts_hash
    where s.payable_id is null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- What goes to the people is what its responses and facts say.
  execute $q$
    select count(*) from new_rows n left join (
      select l.payable_id, string_agg(l.response_id::text, ',' order by l.response_id) as ids
      from payable_response l join new_rows m on m.id = l.payable_id and m.status = 'INITIATED'
      where l.released_at is null group by l.payable_id
    ) r on r.payable_id = n.id
    where n.status = 'INITIATED' and (n.facts_hash <> signed_facts(n.msisdn, n.amount_minor, n.currency, n.provider, r.ids)
      or (r.ids is null and n.kind <> 'MANUAL')) $q$ into breaches;
  perform refuse_payment('STALE_FACTS', breaches);
  -- Money is where the status says: reserved, spent, or given back.
  execute $q$
    select count(*) from new_rows n
      left join attempt a on a.payable_id = n.id and case n.status
        when 'PROCESSING' then a.state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN')
        when 'SUCCESSFUL' then a.state = 'SUCCESSFUL'
        else a.state <> 'RECALLED' end
      left join transfer t on t.payable_id = n.id and t.attempt_no = a.no and t.kind = case n.status
        when 'PROCESSING' then 'reserve' when 'SUCCESSFUL' then 'settle' else 'release' end
    where n.status in ('PROCESSING', 'SUCCESSFUL', 'FAILED') and t.id is null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  -- A response is free for another payable only when this one is undone.
  execute $q$
    update payable_response l set released_at = now() from new_rows n
    where l.payable_id = n.id and l.released_at is null and n.status in ('CANCELLED', 'REVERSED') $q$;
  return null;
end $$;
create trigger payable_is_lawful after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function payable_is_lawful();

-- Responses join a payable before anybody signs it. The lock makes a signer wait, and then see them.
create function link_is_lawful() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  breaches bigint;
begin
  execute 'select from payable where id in (select payable_id from new_rows) order by id for no key update';
  execute $q$
    select count(*) from new_rows n join payable p on p.id = n.payable_id
    where p.status not in ('ACCRUING', 'ELIGIBLE') or p.survey_id <> n.survey_id or n.released_at is not null $q$ into breaches;
  perform refuse_payment('ILLEGAL_TRANSITION', breaches);
  return null;
end $$;
create trigger link_is_lawful after insert on payable_response referencing new table as new_rows
  for each statement execute function link_is_lawful();
