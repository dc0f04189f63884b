/**
 * Seeds responses as a bulk load leaves them: so many in one survey with answers, and as many over 500 others. The
 * statistics are those of a small house from the day before.
 */
import type { Client } from 'pg'
import { bulkLoad } from './bulk-load.ts'

/** The questions that lists find responses by, their kinds and the SQL of their answer in response `n` of `size`. */
export const questions = {
  sex: {
    kind: 'WORD',
    type: 'SINGLE',
    sql: `case when n % 10 < 9 then (array['f', 'm', 'x'])[1 + (n % 100) / 49] end`,
  },
  village: { kind: 'TEXT', type: 'TEXT', sql: `'Village ' || n % 5000` },
  age: { kind: 'NUMBER', type: 'INTEGER', sql: `case when n % 4 < 3 then n * 7919 % 97 end` },
  born: { kind: 'DAY', type: 'DATE', sql: `case when n % 1000 > 0 then '2000-01-01'::date + (n % 9000)::int end` },
  // The oldest responses alone have the first wave: the far end of the usual order.
  wave: { kind: 'WORD', type: 'SINGLE', sql: `case when n <= size / 50 then 'first' else 'second' end` },
}

export interface ResponseHouse {
  /** The survey with answers. */
  surveyId: number
  /** A site of one in 500 surveys, and the unit of one in ten. */
  siteId: number
  unitId: number
  /** All answers and facts of each response side by side. */
  truth: 'bench_truth'
}

const firstQuestion = 901

const places = `
  insert into site_category (title) values ('One');
  insert into administrative_unit (code, name) values ('M', 'Country');
  insert into administrative_unit (code, name, parent_id)
    select 'M' || n, 'Province ' || n, (select id from administrative_unit where code = 'M') from generate_series(0, 9) n;
  insert into site (code, title, site_category_id, administrative_unit_id)
    select 'S' || n, 'Site ' || n, (select min(id) from site_category), u.id
    from generate_series(0, 499) n join administrative_unit u on u.code = 'M' || n % 10;
  insert into person (username, name, phone, admin_type, role_id)
    select '+2588' || lpad(n::text, 8, '0'), 'Person ' || md5(n::text), '+2588' || lpad(n::text, 8, '0'), 'PARTICIPANT',
      (select id from role where role = 'PARTICIPANT') from generate_series(1, 10000) n`

const surveys = `
  insert into survey (encoded_id, title, texts, site_id, accessibility, status, current_version)
  select 'survey-number-' || n, 'Survey ' || n,
    jsonb_build_object('title', jsonb_build_object('en', 'Survey ' || n), 'description', null, 'summary', null),
    site.id, 'PUBLIC', 'PUBLISHED', 1
  from generate_series(0, 501) n left join site on site.code = 'S' || n - 1`

/** Of the responses numbered so; the survey of number 0 has answers, number 501 was there the day before. */
const forms = (from: string, to: string, survey: string) => `
  insert into form (survey_id, survey_version, participant_id, status, source, is_pilot, client_uuid, flags, fence,
    submitted_at, reviewed_at)
  select s.id, 1 + (n % 10 = 0)::int, people[1 + n % 10000],
    (array['RECEIVED', 'APPROVED', 'IN_REVIEW', 'APPROVED', 'HAS_ISSUES', 'REJECTED'])[1 + n % 6],
    case when n % 100 = 0 then 'EXCEL' else 'API' end, n % 200 = 0, 'form-' || n,
    case when n % 50 = 0 then '{OUTLIER}'::text[] when n % 4 = 1 then '{TOO_FAST}' when n % 10000 = 7 then '{SHARED_DEVICE}' else '{}' end,
    case when n % 20 = 0 then 'OUTSIDE' else 'INSIDE' end,
    day, case when n % 6 in (1, 3, 5) then day + n % 40 * interval '1 hour' end
  from (select array(select id from person where admin_type = 'PARTICIPANT' order by id) as people) given,
    (select n, '2023-01-01'::timestamptz + (n - ${from} + 1) * (interval '1000 days' / (${to} - ${from} + 1)) as day
      from generate_series(${from}, ${to}) n) each
    join survey s on s.encoded_id = 'survey-number-' || ${survey}`

const counters = `
  truncate survey_counter;
  insert into survey_counter (survey_id, survey_version, status, day, is_pilot, slot, n)
    select survey_id, survey_version, status, (submitted_at at time zone 'UTC')::date, is_pilot, 0, count(*)
    from form group by 1, 2, 3, 4, 5;
  truncate survey_total;
  insert into survey_total (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, 0, sum(n) from survey_counter group by 1, 2, 3, 4;
  truncate form_change;
  insert into form_change select survey_id, id from form`

const tables = ['form', 'form_doc', 'answer_index', 'survey_counter', 'survey_total', 'form_change']

async function inOrder(client: Client, statements: string): Promise<void> {
  for (const statement of statements.split(';')) await client.query(statement)
}

export async function seedResponses(client: Client, size: number): Promise<ResponseHouse> {
  await inOrder(client, places)
  await client.query('set session_replication_role = replica')
  await client.query(surveys)
  const { rows } = await client.query<{ surveyId: number; siteId: number; unitId: number }>(
    `select (select id from survey where encoded_id = 'survey-number-0')::int as "surveyId",
      (select id from site where code = 'S7')::int as "siteId",
      (select id from administrative_unit where code = 'M3')::int as "unitId"`,
  )
  const [found] = rows
  if (!found) throw new Error('The surveys are missing')
  await questionnaire(client, found.surveyId)
  await client.query(forms('1', '50', '501'))
  await client.query('analyze')
  await bulkLoad(client, tables, () => load(client, size, found.surveyId))
  await client.query(`create table bench_truth as
    select form.id, form.survey_id, form.survey_version, form.status, form.source, form.is_pilot, form.flags, form.fence,
      form.submitted_at, form.reviewed_at, survey.site_id, site.administrative_unit_id,
      ${Object.keys(questions)
        .map((code, at) => `doc.answers ->> '${firstQuestion + at}' as ${code}`)
        .join(', ')}
    from form join survey on survey.id = form.survey_id left join site on site.id = survey.site_id
      left join form_doc doc on doc.survey_id = form.survey_id and doc.id = form.id`)
  await client.query('analyze bench_truth')
  return { ...found, truth: 'bench_truth' }
}

async function questionnaire(client: Client, surveyId: number): Promise<void> {
  const asked = Object.entries(questions).map(([code, { type }], at) => ({
    id: firstQuestion + at,
    code,
    text: { en: code },
    type,
    personal: false,
    filterable: true,
    answers: [],
  }))
  const content = { sections: [{ id: 900, title: { en: 'All' }, questions: asked }] }
  await client.query(
    `insert into survey_version (survey_id, number, content, checksum) values ($1, 1, $2, sha256('x'))`,
    [surveyId, JSON.stringify(content)],
  )
  for (const [at, [code, { kind }]] of Object.entries(questions).entries())
    await client.query('insert into indexed_question values ($1, $2, $3, $4, false)', [
      surveyId,
      firstQuestion + at,
      code,
      kind,
    ])
}

async function load(client: Client, size: number, surveyId: number): Promise<void> {
  await client.query(forms('51', String(50 + size), '0'))
  await client.query(forms(String(51 + size), String(50 + 2 * size), '(1 + n % 500)'))
  const answers = Object.values(questions).map(({ sql }, at) => `'${firstQuestion + at}', ${sql}`)
  await client.query(
    `insert into form_doc (survey_id, id, answers)
      select survey_id, id, jsonb_strip_nulls(jsonb_build_object(${answers.join(', ')}))
      from (select survey_id, id, substr(client_uuid, 6)::bigint - 50 as n, ${size} as size from form where survey_id = $1) each`,
    [surveyId],
  )
  await client.query(
    'insert into answer_index (survey_id, form_id, question_id, word, number) select * from answer_to_index',
  )
  await inOrder(client, counters)
}
