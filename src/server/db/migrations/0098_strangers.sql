-- Bounds on what comes by public links, which all processes count together. Counts of minutes need not outlive a crash.

-- What each address sent in its present window of time.
create unlogged table link_sender (
  sender text primary key check (length(sender) between 1 and 100),
  sent int not null check (sent > 0),
  ends_at timestamptz not null
);
revoke truncate on link_sender from canvass_app;

-- Files that are being received. A process that dies leaves its rows until their time is over.
create unlogged table link_upload (
  id bigint primary key generated always as identity,
  survey_id bigint not null,
  bytes bigint not null check (bytes > 0),
  ends_at timestamptz not null
);
revoke update, truncate on link_upload from canvass_app;

-- The bytes of a file that came by a public link: what waits is summed up without reading the files.
alter table attachment add column link_bytes bigint check (link_bytes > 0);
create index attachment_by_link on attachment (survey_id) include (link_bytes)
  where expires_at is not null and link_bytes is not null;
