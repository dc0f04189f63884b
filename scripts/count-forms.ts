/**
 * npm run forms:count -- FOLDER [real|fixture] [WORD]
 * Counts how much of the forms of others comes in. They are not kept here: `test/strangers/forms.tsv` names each by its
 * repository, commit, path and checksum. FOLDER holds clones of these repositories: `owner+name` or `owner+name/repo`.
 * WORD lists the remarks with it in their code or text.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { logicColumns } from '#domain/answers/form-report.ts'
import { draftProblems } from '#domain/publishing/survey-rules.ts'
import { surveyFilesOf } from '#server/xlsform/beside-files.ts'
import { readSurveyFile } from '#server/xlsform/read-file.ts'
import { fileOf, strangerForms } from '../test/strangers/corpus.ts'

const [folder = '.', wanted = '', word = ''] = process.argv.slice(2)
const forms = strangerForms.filter(({ kind }) => wanted === '' || kind === wanted)

interface Sum {
  forms: number
  taken: number
  publishable: number
  whole: number
}

const sums = new Map<string, Sum>()
const cells = new Map(logicColumns.map((column) => [column, { there: 0, left: 0 }]))
const wrong = new Map<string, number>()
const left = new Map<string, number>()
const times: number[] = []
const count = (counts: Map<string, number>, of: string) => counts.set(of, (counts.get(of) ?? 0) + 1)

const scratch = mkdtempSync(join(tmpdir(), 'strangers-'))
let missing = 0
for (const form of forms) {
  const path = fileOf(form, folder, scratch)
  if (!path) {
    missing += 1
    continue
  }
  const start = performance.now()
  const read = await readSurveyFile({ path, name: basename(form.path) })
  times.push(performance.now() - start)
  const sum = sums.get(form.repo) ?? { forms: 0, taken: 0, publishable: 0, whole: 0 }
  sums.set(form.repo, sum)
  sum.forms += 1
  if ('refusal' in read) {
    count(wrong, read.refusal)
    continue
  }
  // A person says yes to a form that asks for encryption.
  const stops = read.remarks.filter(({ verdict, code }) => verdict === 'WRONG' && code !== 'ENCRYPTION_ASKED')
  for (const code of new Set(stops.map((remark) => remark.code))) count(wrong, code)
  for (const { code, column, value } of read.remarks.filter(({ verdict }) => verdict === 'LEFT_OUT'))
    count(left, `${code} ${column} ${value?.slice(0, 40)}`)
  if (word !== '')
    for (const { sheet, cell, code, message } of read.remarks)
      if (`${code} ${message}`.includes(word))
        console.log(`${form.repo} ${form.path} ${sheet}!${cell} ${code} ${message}`)
  if (stops.length > 0 || read.kind === 'TABLE') {
    if (read.kind === 'TABLE') count(wrong, 'TABLE')
    continue
  }
  sum.taken += 1
  if (read.counts.LEFT_OUT === 0) sum.whole += 1
  if (draftProblems({ ...read.content, files: surveyFilesOf(read.files) }).length === 0) sum.publishable += 1
  for (const { column, there, left: lost } of read.logic) {
    const of = cells.get(column)
    if (of) Object.assign(of, { there: of.there + there, left: of.left + lost })
  }
}
rmSync(scratch, { recursive: true })

const total = { forms: 0, taken: 0, publishable: 0, whole: 0 }
for (const sum of sums.values()) for (const key of Object.keys(total) as (keyof Sum)[]) total[key] += sum[key]
const table = Object.fromEntries([...sums, ['all', total] as const])
console.table(table)
console.table(
  Object.fromEntries(
    [...cells].map(([column, of]) => [
      column,
      { ...of, share: `${Math.round((1000 * of.left) / (of.there || 1)) / 10} %` },
    ]),
  ),
)
const mostOf = (counts: Map<string, number>, most: number) =>
  Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one).slice(0, most))
console.log('Refused, by reason:', mostOf(wrong, 30))
console.log('Left out, most often:', mostOf(left, 25))
times.sort((one, other) => one - other)
console.log(
  `Time: median ${Math.round(times[times.length >> 1] ?? 0)} ms, most ${Math.round(times.at(-1) ?? 0)} ms. Not at hand: ${missing}.`,
)
