-- A ticket opens its file only while the user who asked for it is active. Those of before lasted a minute.

delete from file_ticket;
alter table file_ticket add column holder_id bigint not null references person on delete cascade;
create index on file_ticket (holder_id);
