-- Sites: the places where surveys happen.

create sequence site_number;
grant usage on sequence site_number to canvass_app;

create table site (
  id bigint generated always as identity primary key,
  -- What files call the site by; one without a code is given one.
  code text not null collate natural_order check (code ~ '^[A-Za-z0-9][A-Za-z0-9_./-]{0,49}$'),
  title text not null collate natural_order,
  site_category_id bigint not null references site_category,
  company_id bigint references company,
  administrative_unit_id bigint references administrative_unit,
  address text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  radius_meters int check (radius_meters between 10 and 50000),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  issue_category_id bigint,
  issue_scope text generated always as ('SITE') stored,
  contact_name text,
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint site_issue_category foreign key (issue_category_id, issue_scope) references issue_category (id, applies_to),
  constraint site_point check ((latitude is null) = (longitude is null))
);
-- Codes are plain letters and signs: told apart byte by byte they cost less than in the order that lists have.
create unique index site_code_key on site (lower(code collate "C"));
create index on site (site_category_id, id);
create index on site (company_id, id);
create index on site (administrative_unit_id, id);
create index on site (issue_category_id);
-- The map: points of a window, without a look at the rows themselves.
create index site_map on site (latitude, longitude) include (id) where latitude is not null;
call listed('site', '{title,code,status,created_at,updated_at}', '{title,code,address}');

create function give_site_code() returns trigger language plpgsql as $$
begin
  -- A number may have been taken by hand.
  while new.code is null loop
    new.code := 'S' || nextval('site_number');
    if exists (select from site where lower(code collate "C") = lower(new.code collate "C")) then new.code := null; end if;
  end loop;
  return new;
end $$;
create trigger give_site_code before insert on site for each row when (new.code is null) execute function give_site_code();
