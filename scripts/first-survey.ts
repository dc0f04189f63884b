/**
 * npm run first-survey -- interviews.csv --title "Interviews" --key id [--amount 50 --currency MZN]
 *   [--phones +258840000000] [--url http://127.0.0.1:3000] [--user manager] [--out interviews.xlsx] [--upload]
 * Makes a survey of a table, publishes it and fills its Excel template with the rows, through the API alone: it can do
 * what the user who signs in can do. See docs/first-survey.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { forms, type WorkbookReport, xlsxMime } from '#contract/response-files.ts'
import { type ApiClient, ApiRefusal, signIn } from '#server/demo/api-client.ts'
import { filledTemplate, publishSurvey, responseOf } from './first-survey/from-table.ts'
import { inferQuestions } from '#domain/surveys/table-survey.ts'
import { passwordOf } from './first-survey/password.ts'
import { phonesFrom } from './first-survey/phones.ts'
import { questionLines } from './first-survey/plan.ts'
import { keyColumnOf, readTable } from './first-survey/table.ts'

const usage = `Usage: npm run first-survey -- FILE.csv --title "TITLE" --key COLUMN [--amount 50] [--currency MZN]
  [--phones +258840000000] [--url http://127.0.0.1:3000] [--user manager] [--out FILE.xlsx] [--upload]`

const listedProblems = 20

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      key: { type: 'string' },
      amount: { type: 'string', default: '50' },
      currency: { type: 'string', default: 'MZN' },
      phones: { type: 'string' },
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      user: { type: 'string', default: 'manager' },
      out: { type: 'string' },
      upload: { type: 'boolean', default: false },
    },
  })
  const [file, ...more] = positionals
  const { title, key, url, ...rest } = values
  if (file === undefined || more.length > 0 || !title || !key) throw new Error(usage)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error(`--url ${url} is no address of a server`)
  const out = rest.out ?? `${basename(file, extname(file))}.xlsx`
  if (existsSync(out)) throw new Error(`${out} is there already: move it away, or name another file by --out`)
  return { ...rest, file, title, key, url: url.replace(/\/+$/, ''), out }
}

type Options = ReturnType<typeof readOptions>

async function main(): Promise<void> {
  const options = readOptions()
  const table = readTable(options.file)
  const keyColumn = keyColumnOf(table, options.key)
  const phones = options.phones === undefined ? [] : phonesFrom(options.phones, table.rows.length)
  const questions = inferQuestions(table.headers, table.rows, keyColumn)
  console.log(`${table.rows.length} rows in ${options.file}: ${questions.length} questions, named by ${options.key}`)
  console.log(questionLines(questions, table.rows.length).join('\n'))

  const password = await passwordOf(options.user)
  const api = await signIn({ url: options.url }, options.user, password)
  const surveyId = await publishSurvey(api, options, questions)
  console.log(`Published as survey ${surveyId}: ${options.url}/survey/${surveyId}`)
  const responses = table.rows.map((row, index) => responseOf(row, { keyColumn, questions, phone: phones[index] }))
  writeFileSync(options.out, await filledTemplate(api, surveyId, responses), { flag: 'wx' })
  console.log(`Filled its template with ${responses.length} responses: ${options.out}`)
  if (phones.length > 0)
    console.log(`The phone numbers ${phones[0]} to ${phones.at(-1)} are made up: pay by simulator only`)
  if (options.upload) await upload(api, options, surveyId)
  else console.log(`Next: open ${options.url}/survey/${surveyId}?tab=excel and upload ${options.out}`)
}

async function upload(api: ApiClient, { url, out }: Options, surveyId: number): Promise<void> {
  const file = new File([readFileSync(out)], basename(out), { type: xlsxMime })
  const { data } = await api.call(forms.upload, { params: { surveyId }, file })
  console.log(`Uploaded: ${data.created} new responses, ${data.alreadyThere} were there before`)
  console.log(`Next: open ${url}/response?surveyId=${surveyId} and review them`)
}

/** The problem, in words for the user who typed the command. */
function explain(error: unknown): string {
  if (error instanceof ApiRefusal && error.code === 'WORKBOOK_ROWS_INVALID') {
    const { problemCount, problems } = error.data as WorkbookReport
    const lines = problems
      .slice(0, listedProblems)
      .map(({ cell, column, message }) => `  ${cell} ${column}: ${message}`)
    return [`${error.message} ${problemCount} problems:`, ...lines].join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  const { code, message } = (error.cause ?? {}) as NodeJS.ErrnoException
  return error.message === 'fetch failed' ? `The server cannot be reached: ${message || code}` : error.message
}

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
