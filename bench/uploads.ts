/**
 * node --max-semi-space-size=16 --expose-gc bench/uploads.ts [sizes]: responses to a survey of 20 questions by Excel, at 10,000
 * and 100,000 rows (or the sizes given): new ones, the same ones again, one in a hundred wrong, and the good ones of these.
 * It is compared with merely reading the file, in an equally cold process (3x, quality.md). Beside it: the most memory of the
 * server and of its children.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runApart } from '#server/excel/apart.ts'
import { loadVersion } from '#server/surveys/version-store.ts'
import { type BareHouse, caller, fileForm, inBareHouse, send, signIn } from './house.ts'
import { measured, megabyte } from './measured.ts'
import { heading, report, verdict } from './table.ts'
import type { TemplateJob } from './template-file.ts'

const sizes = (process.argv[2] ?? '10000,100000').split(',').map(Number)
const questions = 20
const kinds = [
  ['SINGLE', 5],
  ['MULTIPLE', 6],
  ['INTEGER', 0],
  ['TEXT', 0],
] as const
const bounds = { heapMegabytes: 4000, milliseconds: 300_000 }

interface Caller extends BareHouse {
  token: string
}

interface Survey {
  id: number
  encodedId: string
  title: string
}

async function makeSurvey(house: Caller): Promise<Survey> {
  const call = caller(house, house.token)
  const { data: survey } = await call<Survey>('/surveys', { title: 'Bench' })
  const { data: section } = await call<{ id: number }>('/sections', { surveyId: survey.id, title: 'All' })
  for (let n = 0; n < questions; n++) {
    const [type, options] = kinds[n % kinds.length] ?? kinds[0]
    const body = { sectionId: section.id, code: `q${n}`, text: `Question ${n}`, type, filterable: n < 4 }
    const { data: question } = await call<{ id: number }>('/questions', body)
    for (let code = 1; code <= options; code++)
      await call('/answers', { questionId: question.id, code: String(code), text: `Label ${code}` })
  }
  await call(`/surveys/${survey.id}/publish`, {})
  return survey
}

/** In a process of its own, as cold as the one that an upload reads its file in. */
async function reading(path: string): Promise<number> {
  const start = performance.now()
  await runApart<number>(new URL('./sheet-reader.ts', import.meta.url), path)
  return (performance.now() - start) / 1000
}

interface File {
  name: string
  wrong: number
  query?: string
  expected: number
  /** Of so many rows. */
  created: (count: number) => number
}

const files: File[] = [
  { name: 'one in 100 wrong', wrong: 100, expected: 422, created: () => 0 },
  {
    name: 'the good ones of these',
    wrong: 100,
    query: '?goodOnly=true',
    expected: 200,
    created: (count) => count - Math.ceil(count / 100),
  },
  { name: 'the same and the others', wrong: 0, expected: 200, created: (count) => Math.ceil(count / 100) },
  { name: 'the same once more', wrong: 0, expected: 200, created: () => 0 },
]

async function measure(house: Caller, count: number): Promise<void> {
  heading(`${count} responses by Excel, s`)
  const surveys = [await makeSurvey(house), await makeSurvey(house)] as const
  const fresh: File = { name: 'new responses', wrong: 0, expected: 200, created: () => count }
  const turns = [{ survey: surveys[0], ...fresh }, ...files.map((file) => ({ survey: surveys[1], ...file }))]
  for (const { survey, name, wrong, query = '', expected, created } of turns) {
    const path = join(house.dataDir, 'filled.xlsx')
    const { number: version, content } = await loadVersion(house.services.database.db, survey.id, 1)
    const template = { encodedId: survey.encodedId, title: survey.title, version, content }
    const job: TemplateJob = { path, template, count, wrong, note: name }
    await runApart(new URL('./template-file.ts', import.meta.url), job, bounds)
    const beside = await reading(path)
    const ours = await measured(() =>
      send(`${house.url}/forms/${survey.id}/excel${query}`, house.token, fileForm(readFileSync(path))),
    )
    const { status, body } = ours.answer
    if (status !== expected) throw new Error(`${name}: ${status} ${body.slice(0, 500)}`)
    const { data } = JSON.parse(body) as { data: { created?: number; problemCount: number } }
    if ((data.created ?? 0) !== created(count)) throw new Error(`${name}: ${JSON.stringify(data).slice(0, 300)}`)
    const size = (statSync(path).size / megabyte).toFixed(0)
    console.log(`  ${name} (${size} MB): +${ours.own.toFixed(0)} MB, child ${ours.child.toFixed(0)} MB`)
    report({ name, total: count, ours: ours.seconds, beside, bar: '3x reading it', ok: ours.seconds <= 3 * beside })
  }
}

await inBareHouse(async (bare) => {
  const house = { ...bare, token: await signIn(bare.owner) }
  for (const size of sizes) await measure(house, size)
  verdict()
})
