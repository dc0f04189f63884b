-- The tree of places: country, provinces, districts and so on. Each unit keeps the way down to itself, so that
-- "everything below X" is one question to one index, whatever the depth.

create table administrative_unit (
  id bigint generated always as identity primary key,
  parent_id bigint references administrative_unit,
  -- P-code: names the unit in files and to other systems.
  code text not null collate natural_order check (length(code) between 1 and 50),
  name text not null collate natural_order check (length(name) between 1 and 200),
  -- The ids from the root down to the unit itself; written by the triggers below only.
  path bigint[] not null,
  parent_path bigint[] generated always as (nullif(path[1:cardinality(path) - 1], '{}')) stored,
  level int not null generated always as (cardinality(path) - 1) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint administrative_unit_depth check (cardinality(path) between 1 and 10),
  constraint administrative_unit_path_ends_here check (path[cardinality(path)] = id),
  constraint administrative_unit_path_by_parent check (parent_id is not distinct from path[cardinality(path) - 1]),
  unique (id, path),
  -- A path is its parent's path and one more: with this neither a circle nor a wrong level can be stored at all.
  constraint administrative_unit_path_continues foreign key (parent_id, parent_path)
    references administrative_unit (id, path) deferrable initially deferred
);
create unique index administrative_unit_code on administrative_unit (lower(code));
create index on administrative_unit (parent_id, name, id);
-- Changes of the tree are rare, and a search must not look through a list of pending ones.
create index administrative_unit_below on administrative_unit using gin (path) with (fastupdate = off);
call listed('administrative_unit', '{name,code,level,created_at,updated_at}', '{name,code}');

-- Level and path follow from the parents.
revoke insert, update on administrative_unit from canvass_app;
grant insert (parent_id, code, name), update (parent_id, code, name, version, updated_at) on administrative_unit to canvass_app;

-- Whoever changes the shape of the tree holds this row: what one builds a path on is not moved by another meanwhile.
create table administrative_tree (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
insert into administrative_tree default values;
revoke insert, update, delete on administrative_tree from canvass_app;

-- Whoever is about to change units takes the tree before any unit. A move writes whatever lies below what it moves: taken
-- the other way round, two would each wait for what the other holds.
create function take_unit_tree() returns void language sql security definer set search_path = public, pg_temp
  as 'select from administrative_tree for update';

create function hold_unit_tree() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update administrative_tree set changes = changes + 1;
  return null;
end $$;
create trigger hold_tree before insert or update of parent_id on administrative_unit
  for each statement execute function hold_unit_tree();

-- A new unit goes on from its parent. One that is moved gets just enough of a path to be stored: what the whole statement
-- makes of the tree is known at its end only.
create function continue_unit_path() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above bigint[] := '{}';
begin
  if new.parent_id is not null then
    select case tg_op when 'INSERT' then path else array[id] end into above
    from administrative_unit where id = new.parent_id;
    if not found then
      raise foreign_key_violation using message = 'There is no such parent', constraint = 'administrative_unit_parent_id_fkey';
    end if;
  end if;
  new.path := above || new.id;
  return new;
end $$;
create trigger continue_path before insert on administrative_unit
  for each row execute function continue_unit_path();
create trigger continue_path_moved before update of parent_id on administrative_unit
  for each row when (new.parent_id is distinct from old.parent_id) execute function continue_unit_path();

-- After a move it and everything below follow, in one statement. What no root leads to any more goes round in a circle.
create function follow_moved_units() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached bigint;
begin
  with recursive found as (
    select id, array[id] as path from administrative_unit where parent_id is null
    union all
    select child.id, found.path || child.id from administrative_unit child join found on child.parent_id = found.id
  ), followed as (
    update administrative_unit u set path = found.path from found where u.id = found.id and u.path <> found.path
  )
  select count(*) into reached from found;
  if reached < (select count(*) from administrative_unit) then
    raise exception 'UNIT_CYCLE' using errcode = 'CV001';
  end if;
  return null;
end $$;
create trigger follow_moved after update of parent_id on administrative_unit
  for each statement execute function follow_moved_units();
