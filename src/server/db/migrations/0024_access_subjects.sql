-- Grants to companies, administrative units and sites, and to some of their people (product.md §4).

alter table access_grant
  -- The subject by its own table: while a grant names it, it cannot be deleted.
  add column company_id bigint generated always as (case subject_type when 'COMPANY' then subject_id end) stored
    references company,
  add column administrative_unit_id bigint generated always as (case subject_type when 'ADMIN_UNIT' then subject_id end) stored
    references administrative_unit,
  add column site_id bigint generated always as (case subject_type when 'SITE' then subject_id end) stored
    references site,
  -- What the filter names.
  add column filter_unit_id bigint generated always as ((filter ->> 'administrativeUnitId')::bigint) stored
    references administrative_unit,
  add column filter_category_id bigint generated always as ((filter ->> 'siteCategoryId')::bigint) stored
    references site_category,
  -- Two groups of one subject are two grants.
  drop constraint access_grant_once,
  add constraint access_grant_once
    unique nulls not distinct (survey_id, subject_type, subject_id, access_right, filter),
  -- Staff who keep sites and units could move a place, and with it a right (domain/access-rule.ts).
  add constraint access_grant_place check (subject_type in ('USER', 'ROLE') or access_right = 'COLLECT'),
  add constraint access_grant_filter check (filter is null or (
    jsonb_typeof(filter) = 'object' and filter <> '{}' and access_right = 'COLLECT' and subject_type <> 'USER'));
create index on access_grant (company_id) where company_id is not null;
create index on access_grant (administrative_unit_id) where administrative_unit_id is not null;
create index on access_grant (site_id) where site_id is not null;
create index on access_grant (filter_unit_id) where filter_unit_id is not null;
create index on access_grant (filter_category_id) where filter_category_id is not null;
