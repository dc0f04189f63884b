-- Administrative units.

-- The tree of places. Each unit keeps the way down to itself: "everything below X" is one question to one index.
create table administrative_unit (
  id bigint generated always as identity primary key,
  parent_id bigint references administrative_unit,
  -- P-code: names the unit in files and to other systems.
  code text not null collate natural_order check (length(code) between 1 and 50),
  name text not null collate natural_order check (length(name) between 1 and 200),
  border jsonb, -- The coordinates of a GeoJSON MultiPolygon.
  -- The ids from the root down to the unit itself; written by the triggers below only.
  path bigint[] not null,
  parent_path bigint[] generated always as (nullif(path[1:cardinality(path) - 1], '{}')) stored,
  level int not null generated always as (cardinality(path) - 1) stored,
  like changed_record including all,
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
grant insert (parent_id, code, name), update (parent_id, code, name, border, version, updated_at) on administrative_unit to canvass_app;

-- A writer of the tree's shape holds this row, so no other writer moves a unit that its path builds on.
create table administrative_tree (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
revoke insert, update, delete on administrative_tree from canvass_app;
insert into administrative_tree default values;
