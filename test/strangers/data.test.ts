/** What was entered, as programs of others read it out of the feed and the CSV file. FORMS: as for forms. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { excels } from '#contract/downloads.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { test } from '#server/test/with-app.ts'
import { hasPython, runPython } from './pyxform.ts'

const schemas = join(process.env['FORMS'] ?? '', 'oasis-tcs+odata-csdl-schemas/repo')

const entered = [
  { note: 'É, "two"\nlines; 水', members: 3, area: 0.1, born: '1952-02-29', water: 'well', goods: ['cow', 'radio'] },
  { note: '=1+1', members: -99, area: 0.123456789012345, born: '2024-02-29', water: 'river' },
  { note: "'quoted' 🎈", members: 0 },
]
const columns = ['note', 'members', 'area', 'born', 'water'] as const
const wanted = entered.map((each) => columns.map((column) => each[column] ?? null))

const pandas = `
import io, json, sys, pandas
given = json.load(sys.stdin)
feed = pandas.DataFrame(json.loads(given['feed'])['value'])
csv = pandas.read_csv(io.StringIO(given['csv']))
def rows(frame):
    frame = frame[given['columns']].astype(object)
    return frame.where(frame.notna(), None).values.tolist()
json.dump([rows(feed), rows(csv)], sys.stdout)
`

const r = `
library(jsonlite)
given <- fromJSON(file('given.json'))
feed <- fromJSON(given$feed)$value
csv <- read.csv(text = given$csv, na.strings = '', check.names = FALSE, encoding = 'UTF-8')
write(toJSON(list(feed[given$columns], csv[given$columns]), dataframe = 'values', na = 'null', digits = NA), 'read.json')
cat(readLines('read.json'))
`

/** Rscript at hand with jsonlite. */
const hasR = spawnSync('Rscript', ['-e', 'library(jsonlite)']).status === 0

function readByR(given: object): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'strangers-r-'))
  writeFileSync(join(folder, 'given.json'), JSON.stringify(given))
  const run = spawnSync('Rscript', ['-e', r], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  rmSync(folder, { recursive: true })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

test('pandas, R and xmllint find in the feed and the CSV what was entered', async ({ staff, given, server }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'note', type: 'LONG_TEXT' },
        { code: 'members', type: 'INTEGER' },
        { code: 'area', type: 'DECIMAL' },
        { code: 'born', type: 'DATE' },
        { code: 'water', type: 'SINGLE', options: ['well', 'river'] },
        { code: 'goods', type: 'MULTIPLE', options: ['radio', 'cow'] },
      ],
    ],
  })
  const roster = await given.survey({
    sections: [
      [{ code: 'place', type: 'GEOPOINT' }],
      {
        repeat: { max: 3 },
        asks: [
          { code: 'age', type: 'INTEGER' },
          { code: 'seen', type: 'DATETIME' },
        ],
      },
    ],
  })
  for (const answers of entered) await staff.call(entry.send, { body: { surveyId: survey.id, answers } })
  const feed = async ({ id }: { id: number }, path: string) => {
    const body = { kind: 'READ', name: 'R', personal: true } as const
    const { data } = await staff.call(surveyTokens.create, { params: { id }, body })
    const headers = { authorization: `Bearer ${data.token}` }
    return (await server.inject({ url: `/odata/${id}/${path}`, headers })).body
  }
  const query = { surveyId: survey.id, format: 'csv', values: 'codes', bom: 'false', guard: 'off' } as const
  const { bytes } = await staff.raw(excels.download, { query })
  const files = { feed: await feed(survey, 'Responses?$orderby=_id'), csv: bytes.toString('utf8'), columns }
  // Exports begin with the newest.
  const fromCsv = [...wanted].reverse()
  if (hasPython('pandas')) expect(JSON.parse(runPython(pandas, JSON.stringify(files)))).toEqual([wanted, fromCsv])
  else console.log('Skipped: pandas')
  if (hasR) expect(readByR(files)).toEqual([wanted, fromCsv])
  else console.log('Skipped: R with jsonlite')
  if (!existsSync(schemas)) return console.log('Skipped: the schemas of OASIS')
  const folder = mkdtempSync(join(tmpdir(), 'strangers-odata-'))
  for (const name of ['edm.xsd', 'edmx.xsd'])
    writeFileSync(join(folder, name), spawnSync('git', ['-C', schemas, 'show', `HEAD:schemas/${name}`]).stdout)
  for (const [name, of] of Object.entries({ survey, roster }))
    writeFileSync(join(folder, `${name}.xml`), await feed(of, '$metadata'))
  const args = ['--noout', '--schema', 'edmx.xsd', 'survey.xml', 'roster.xml']
  const checked = spawnSync('xmllint', args, { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(checked.stderr.trim()).toBe('survey.xml validates\nroster.xml validates')
})
