-- How everybody's lists look, and the views that were saved of them.

create table list_look (
  person_id bigint not null references person on delete cascade,
  list text not null,
  -- Only what differs from the list's own defaults.
  look jsonb not null check (jsonb_typeof(look) = 'object' and look <> '{}'),
  primary key (person_id, list)
);

create table list_view (
  id bigint generated always as identity primary key,
  -- Null when the account is gone: what it shared stays.
  owner_id bigint references person on delete set null,
  list text not null,
  name text not null collate natural_order check (length(name) between 1 and 80),
  query text not null check (length(query) <= 4000),
  shared boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_view_name on list_view (lower(name), list, owner_id);
create index on list_view (owner_id, list);
create index on list_view (list) where shared;

create function remove_private_views() returns trigger language plpgsql as $$
begin
  delete from list_view where owner_id = old.id and not shared;
  return old;
end $$;
create trigger remove_private_views before delete on person for each row execute function remove_private_views();
