-- The dashboard adds up no payments and no responses: it reads kept counts of days.

-- The money that became paid on each day (UTC). A payment that comes back is taken off the day on which it did.
create table paid_counter (
  survey_id bigint not null,
  currency text not null,
  day date not null,
  slot smallint not null,
  n bigint not null,
  amount_minor amount_sum not null,
  primary key (survey_id, currency, day, slot)
);
create index on paid_counter (day);
revoke insert, update, delete on paid_counter from canvass_app;

create function count_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := $q$ select survey_id, currency, 1 as n, amount_minor from new_rows where status = 'SUCCESSFUL' $q$;
  taken text := $q$ select survey_id, currency, -1 as n, -amount_minor as amount_minor from old_rows where status = 'SUCCESSFUL' $q$;
  change text := case tg_op when 'INSERT' then added when 'DELETE' then taken else added || ' union all ' || taken end;
begin
  execute format($q$
    insert into paid_counter as c (survey_id, currency, day, slot, n, amount_minor)
    select survey_id, currency, (now() at time zone 'UTC')::date, pg_backend_pid() %% 16, sum(n), sum(amount_minor)
    from (%s) change group by survey_id, currency having sum(n) <> 0 or sum(amount_minor) <> 0
    order by survey_id, currency
    on conflict (survey_id, currency, day, slot)
    do update set n = c.n + excluded.n, amount_minor = c.amount_minor + excluded.amount_minor $q$, change);
  return null;
end $$;
create trigger count_paid_insert after insert on payable referencing new table as new_rows
  for each statement execute function count_paid();
create trigger count_paid_update after update on payable referencing old table as old_rows new table as new_rows
  for each statement execute function count_paid();
create trigger count_paid_delete after delete on payable referencing old table as old_rows
  for each statement execute function count_paid();

insert into paid_counter (survey_id, currency, day, slot, n, amount_minor)
select survey_id, currency, (updated_at at time zone 'UTC')::date, 0, count(*), sum(amount_minor)
from payable where status = 'SUCCESSFUL' group by 1, 2, 3;

-- Days of all surveys.
create index on survey_counter (day);
-- What the folding of past days looks for.
create index on survey_counter (day) where slot <> 0;

-- What a person has put away or has seen, and when.
create table person_mark (
  person_id bigint not null references person on delete cascade,
  mark text not null,
  at timestamptz not null default now(),
  primary key (person_id, mark)
);
