-- Where the responses to a survey must come from: one policy for each survey, under the survey's own id (product.md §4).

create table geolocation (
  survey_id bigint primary key references survey on delete cascade,
  mode text not null check (mode in ('OFF', 'CAPTURE', 'WARN', 'BLOCK')),
  reference text not null check (reference in ('SITE', 'POINT', 'ADMIN_UNIT')),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  administrative_unit_id bigint references administrative_unit,
  distance_meters int not null check (distance_meters between 10 and 50000),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint geolocation_point check ((latitude is null) = (longitude is null)),
  constraint geolocation_place check (mode = 'OFF' or case reference
    when 'POINT' then latitude is not null
    when 'ADMIN_UNIT' then administrative_unit_id is not null
    else true end)
);
create index on geolocation (administrative_unit_id) where administrative_unit_id is not null;

-- The verdict on a response's place, as the policy was when it came in; null: the policy did not look.
alter table form
  add column fence text check (fence in ('INSIDE', 'OUTSIDE', 'UNCERTAIN', 'NO_FIX')),
  add column fence_distance double precision check (fence_distance >= 0);
