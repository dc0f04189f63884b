/**
 * node bench/answer-lists.ts [rows] [lines]: the list of one survey's responses, narrowed and sorted by answers, against the
 * bars of quality.md: within 1.2x of the SQL of its page and counts. No table is analysed: plans must be good without.
 * `lines` keeps only the lines whose name has this text.
 */
import type { Client } from 'pg'
import { inHouses } from './house.ts'
import { heading, quantile, report, verdict } from './table.ts'

const [rows = '1000000', lines = ''] = process.argv.slice(2)
const ownMs = 1
const rounds = { least: 3, most: 31, ms: 1500 }

const kinds = { sex: 'WORD', village: 'TEXT', age: 'NUMBER', born: 'DAY' }

/** One survey with four indexed questions, straight into the tables. */
async function seed(owner: Client, size: number): Promise<number> {
  const {
    rows: [survey],
  } = await owner.query<{ id: number }>(
    `insert into survey (title, encoded_id, accessibility, status, current_version)
     values ('Bench', 'sBenchOfAnswers', 'PUBLIC', 'PUBLISHED', 1) returning id`,
  )
  const id = survey?.id ?? 0
  const codes = Object.entries(kinds)
  const question = (code: string, at: number) => ({
    id: 901 + at,
    code,
    text: { en: code },
    type: { WORD: 'SINGLE', TEXT: 'TEXT', NUMBER: 'INTEGER', DAY: 'DATE' }[kinds[code as keyof typeof kinds]],
    personal: false,
    filterable: true,
    answers: [],
  })
  const sections = [{ id: 900, title: { en: 'All' }, questions: codes.map(([code], at) => question(code, at)) }]
  await owner.query(
    `insert into survey_version (survey_id, number, content, checksum) values ($1, 1, $2, sha256('x'))`,
    [id, JSON.stringify({ sections })],
  )
  for (const [at, [code, kind]] of codes.entries())
    await owner.query('insert into indexed_question values ($1, $2, $3, $4, false)', [id, 901 + at, code, kind])
  await owner.query(
    `insert into form (survey_id, survey_version, status, source, client_uuid, submitted_at)
     select $1, 1, (array['RECEIVED', 'APPROVED', 'IN_REVIEW'])[1 + n % 3], 'API', 'form-' || n, '2024-01-01'::timestamptz + n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [id, size],
  )
  await owner.query(`
    insert into form_doc (survey_id, id, answers)
    select survey_id, id, jsonb_strip_nulls(jsonb_build_object('901', case when n % 10 < 9 then (array['f', 'm', 'x'])[1 + (n % 100) / 49] end,
      '902', 'Village ' || n % 5000, '903', case when n % 4 < 3 then n * 7919 % 97 end, '904', '2000-01-01'::date + (n % 9000)::int))
    from (select survey_id, id, substr(client_uuid, 6)::int as n from form) each`)
  await owner.query(`
    insert into answer_index (survey_id, form_id, question_id, place, word, number)
    select doc.survey_id, doc.id, asked.question_id, each.place, each.word, each.number
    from indexed_question asked join form_doc doc using (survey_id),
      lateral index_values(doc.answers -> asked.question_id::text, asked.kind) each`)
  await owner.query(`
    insert into survey_counter (survey_id, survey_version, status, day, is_pilot, slot, n)
    select survey_id, 1, status, (submitted_at at time zone 'UTC')::date, false, 0, count(*) from form group by 1, 3, 4`)
  return id
}

const asked: Record<string, string> = {
  'equals, half': '{"sex":{"in":["f"]}}',
  'equals, 2 %': '{"sex":{"in":["x"]}}',
  'text equals, rare': '{"village":{"equals":"village 77"}}',
  'text has, rare': '{"village":{"contains":"age 4999"}}',
  'text has, common': '{"village":{"contains":"village"}}',
  'between, common': '{"age":{"from":18,"to":60}}',
  'greater, rare': '{"age":{"from":96}}',
  'day, one': '{"born":{"from":"2001-05-01","to":"2001-05-01"}}',
  'blank, a quarter': '{"age":"blank"}',
  answered: '{"age":"answered"}',
  'two questions': '{"sex":{"in":["x"]},"age":{"from":50}}',
}
const sorted: Record<string, string> = {
  'sorted by number': 'sort=answer.age',
  'sorted by number, backwards': 'sort=-answer.age',
  'sorted by word': 'sort=answer.village',
  'sorted by number, half': `sort=answer.age&answers=${encodeURIComponent('{"sex":{"in":["f"]}}')}`,
  'sorted by number, 2 %': `sort=answer.age&answers=${encodeURIComponent('{"sex":{"in":["x"]}}')}`,
  'sorted by number, one village': `sort=answer.age&answers=${encodeURIComponent('{"village":{"equals":"village 77"}}')}`,
  'sorted by number, page 5000': 'sort=answer.age&page=5000',
}

await inHouses({
  sizes: { small: 10, large: Number(rows) },
  seed,
  async measure(_small, large) {
    const first = `/responses?surveyId=${large.seeded}`
    const filters = Object.entries(asked).flatMap(([name, word]): [string, string][] => [
      [name, `${first}&answers=${encodeURIComponent(word)}`],
      [`${name}, with cells`, `${first}&answers=${encodeURIComponent(word)}&questions=sex,village,age,born`],
    ])
    const orders = Object.entries(sorted).map(([name, words]): [string, string] => [name, `${first}&${words}`])
    heading('list by answers, ms')
    for (const [name, path] of [...filters, ...orders]) {
      if (!name.includes(lines)) continue
      const { total } = await large.ask(path)
      const floor = await large.floorOf(path)
      const times: [number[], number[]] = [[], []]
      const start = performance.now()
      for (let n = 0; n < rounds.least || (n < rounds.most && performance.now() - start < rounds.ms); n++) {
        times[0].push((await large.ask(path)).ms)
        times[1].push(await floor())
      }
      const [ours, beside] = [quantile(times[0], 0.5), quantile(times[1], 0.5)]
      const ok = ours <= Math.max(1.2 * beside, beside + ownMs)
      report({ name, total, ours, beside, bar: '1.2x of its SQL, or 1 ms', ok })
    }
    verdict()
  },
})
