-- Providers have a table of their own, and what the workers and the books look for has its index.

create table provider (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  added_at timestamptz not null default now()
);
revoke insert, update, delete on provider from canvass_app;
insert into provider (name) values ('gsma');
insert into provider (name)
  select provider from payable union select provider from attempt union select provider from account on conflict do nothing;
alter table payable add foreign key (provider) references provider;
alter table attempt add foreign key (provider) references provider;
alter table account add foreign key (provider) references provider;

-- A worker looks for the due attempts of its own provider: those of another one cost it nothing.
drop index attempt_due;
create index attempt_due on attempt (provider, next_at) where state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN');
create index on attempt (batch_id);
create index on account (batch_id) where batch_id is not null;
create index on account (survey_id) where survey_id is not null;
-- A statement of an account, either side, in the order of its entries.
create index on transfer (debit_account, id);
create index on transfer (credit_account, id);
create index on payable (msisdn) where msisdn is not null;
-- Only manual payments have names; the others gave the index an entry at each change for nothing.
alter table payable drop constraint payable_name_key;
create unique index payable_name_key on payable (name) where name is not null;
