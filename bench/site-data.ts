/** Seeds a database with a country of sites: as many as asked for, spread unevenly over units, companies and days. */
import type { Client } from 'pg'
import { bulkLoad } from './bulk-load.ts'

/** Units of four levels: the country, 10 provinces, 100 districts, 1,000 localities. */
const around = `
  insert into site_category (title) select 'Category ' || n from generate_series(1, 12) n;
  insert into company (title) select 'Company ' || n from generate_series(1, 300) n;
  insert into issue_category (code, title, applies_to) select 'SITE_' || n, 'Reason ' || n, 'SITE' from generate_series(1, 5) n;
  insert into administrative_unit (code, name) values ('M', 'Country');
  insert into administrative_unit (code, name, parent_id)
    select 'M' || n, 'Province ' || n, (select id from administrative_unit where code = 'M') from generate_series(0, 9) n;
  insert into administrative_unit (code, name, parent_id)
    select u.code || n, 'District ' || u.code || n, u.id from administrative_unit u, generate_series(0, 9) n where level = 1;
  insert into administrative_unit (code, name, parent_id)
    select u.code || n, 'Locality ' || u.code || n, u.id from administrative_unit u, generate_series(0, 9) n where level = 2`

const rows = `
  with fixed as materialized (select
    array(select id from site_category order by id) as categories, array(select id from company order by id) as companies,
    array(select id from administrative_unit where level = 3 order by id) as units,
    array(select id from issue_category where applies_to = 'SITE' order by id) as reasons,
    '{School,Clinic,Market,Water point,Health post,Court,Library,Office}'::text[] as kinds,
    '{ma,jo,ce,al,fa,te,lu,ro,si,ne,da,be,gi,he,le,mi,no,pa,ra,sa}'::text[] as syllables)
  insert into site (code, title, site_category_id, company_id, administrative_unit_id, address, latitude, longitude,
    radius_meters, status, issue_category_id, created_at, updated_at)
  select 'S' || n,
    kinds[1 + d / 20 % 8] || ' ' || initcap(syllables[1 + h % 20] || syllables[1 + h / 20 % 20] || syllables[1 + h / 400 % 20]) || ' ' || h / 7 % 500,
    categories[1 + floor(12 * pow(random(), 2))::int], case when n % 5 > 0 then companies[1 + floor(300 * pow(random(), 2))::int] end,
    units[1 + floor(cardinality(units) * pow(random(), 2))::int],
    case when n % 4 > 0 then 'Rua ' || syllables[1 + h / 8000 % 20] || ' ' || h % 900 end,
    case when n % 10 > 0 then -26 + 15 * random() end, case when n % 10 > 0 then 31 + 9 * random() end,
    case when n % 10 > 0 then 100 end, case when d % 20 = 0 then 'INACTIVE' else 'ACTIVE' end,
    case when d % 20 = 0 then reasons[1 + d / 20 % 5] end, at, at + random() * interval '20 days'
  from generate_series(1, $1::int) n, fixed,
    lateral (select abs(hashint4(n)::bigint) as h, abs(hashint4(-n)::bigint) as d, timestamptz '2023-01-01' + interval '1000 days' * random() + n * interval '0' as at) x`

export async function seedSites(client: Client, count: number): Promise<void> {
  await client.query(around)
  await bulkLoad(client, ['site'], async () => {
    await client.query(rows, [count])
    await client.query(`insert into row_counter (name, slot, n) values ('site', 0, $1)`, [count])
  })
  await client.query('vacuum analyze site')
  await client.query('vacuum analyze administrative_unit')
}
