-- A provider may say how often its handle may be asked for.
alter table attempt add column poll_limit int check (poll_limit >= 0);
grant update (poll_limit) on attempt to canvass_app;

-- Sendings and questions are taken in hand half each, so each of them is found without a look at the others.
drop index attempt_due;
create index attempt_to_send on attempt (provider, next_at) where state = 'QUEUED';
create index attempt_to_ask on attempt (provider, next_at) where state in ('SENDING', 'SENT', 'UNKNOWN');
