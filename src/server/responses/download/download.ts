/**
 * Answers leave the house: few in the call itself, many by a job. The filter's words belong to their asker, whose rights
 * are read again when the rows are.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type DownloadOrder, excels } from '#contract/downloads.ts'
import { responseList } from '#contract/responses.ts'
import { mergeRosters } from '#domain/answers/merged-rosters.ts'
import { type MergedQuestion, mergeVersions } from '#domain/answers/merged-versions.ts'
import type { Whole } from '../../db/read-whole.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { forReading } from '../../db/replica.ts'
import { AppError } from '../../errors.ts'
import { type Context, on } from '../../http/context.ts'
import { type Asker, jobKind, type JobRun } from '../../jobs/kind.ts'
import { startJob } from '../../jobs/start.ts'
import { counted } from '../../records/export-records.ts'
import { inScope, openSurvey, requireAct, scopeOf } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { versionsWithLists } from '../../surveys/list-files.ts'
import { type AnsweredRow, wholeAnswers } from './answers-store.ts'
import { aboutFile, answerChunks, codebookChunks, isOnlyCodebook } from './download-file.ts'
import { type FileTable, fileTables } from './download-tables.ts'
import { fileTitle } from './file-title.ts'
import { apartFromPilots, type ResponseWords } from '../list/filter.ts'
import { getIntakeSurvey } from '../intake/intake-store.ts'
import { personalSight, phoneSight } from '../list/row.ts'
import { withoutNames } from './without-names.ts'
import { zippedFiles } from './zipped-files.ts'

interface Asking {
  db: Db
  actor: Asker
  services: Services
}

/** A file that may be made: the asker has the right to it. */
interface Opened {
  surveyId: number
  /** Fit for the name of a file and of a sheet. */
  title: string
  order: DownloadOrder
  tables: FileTable[]
  /** Those of sections that repeat included. */
  questions: MergedQuestion[]
  about: { name: string; mime: string }
}

type Personal = 'SHOWN' | 'HIDDEN'

async function open({ db, actor }: Asking, order: DownloadOrder, personal: Personal): Promise<Opened> {
  const surveyId = await openSurvey(db, actor, 'export', order.surveyId ?? order.encodedId ?? 0)
  const { title } = await getIntakeSurvey(db, surveyId)
  const isSeen = personal === 'SHOWN' ? undefined : ({ personal }: MergedQuestion) => !personal
  const versions = await versionsWithLists(db, surveyId)
  const all = [...mergeVersions(versions), ...mergeRosters(versions).flatMap(({ questions }) => questions)]
  const whole = fileTables(versions, order, isSeen)
  const tables = order.identity === 'removed' ? withoutNames(whole) : whole
  const day = new Date().toISOString().slice(0, 10)
  const named = fileTitle(title)
  const about = aboutFile(order, `${named} ${day}`, tables.length)
  return { surveyId, title: named, order, tables, questions: isSeen ? all.filter(isSeen) : all, about }
}

function personalOf({ permissions }: Pick<Asker, 'permissions'>): Personal {
  return permissions.has('responses.personal') ? 'SHOWN' : 'HIDDEN'
}

/** The rows that the list shows under the same words. */
function whole<T>(
  { actor, services }: Asking,
  { surveyId, order }: Opened,
  use: (rows: Whole<AnsweredRow>) => Promise<T>,
): Promise<T> {
  const filter = { scope: [surveyId], words: apartFromPilots(wordsOf(order)), personal: personalSight(actor) }
  const asked = { filter, sight: phoneSight(actor), sort: order.sort }
  return forReading(services.database, (db) => wholeAnswers(db, asked, use))
}

/** The words of the list's filter without the survey, which is open already. */
function wordsOf(order: DownloadOrder): ResponseWords {
  const { surveyId: _, ...words } = responseList.filter.shape
  return Object.fromEntries(Object.entries(order).filter(([key]) => Object.hasOwn(words, key)))
}

/** The chunks of a file of these responses. */
function chunksOf(
  { services }: Asking,
  { order, tables, questions }: Opened,
  batches: AsyncIterable<AnsweredRow[]>,
): AsyncIterable<Uint8Array> {
  return order.format === 'zip'
    ? zippedFiles(services, questions, batches)
    : answerChunks(tables, order, () => batches, services.settings.dataDir)
}

/** Of a file that one call holds in memory, so that a slow reader keeps no connection of the database. */
const mostBytes = 32 * 1024 * 1024

const download = on(excels.download, async (context) => {
  const { query, write, audit } = context
  if (query.surveyId === undefined && query.encodedId === undefined) return downloadAll(context)
  const opened = await open(context, query, personalOf(context.actor))
  const bytes = await gather(context, opened)
  await write(async (db, actor) => {
    await requireAct(db, actor, 'export', opened.surveyId)
    note(audit, opened, actor)
  })
  return { ...opened.about, disposition: 'attachment' as const, bytes }
})

/** Of so many surveys at most one call makes a file. */
const mostSurveys = 200

/** All surveys from which the caller may take responses, each with tables of its own. They are read one by one. */
async function downloadAll(context: Context<typeof excels.download>) {
  const { query, actor, write, audit, services } = context
  const opened: Opened[] = []
  for (const surveyId of await exportedSurveys(context))
    opened.push(await open(context, { ...query, surveyId }, personalOf(actor)))
  const totals = new Map<Opened, number>()
  async function* rowsOf(survey: Opened) {
    yield* await whole(context, survey, async ({ total, batches }) => {
      totals.set(survey, total)
      refuseTooMany(
        totals.values().reduce((sum, n) => sum + n, 0),
        services,
      )
      const rows: AnsweredRow[][] = []
      for await (const batch of batches) rows.push(batch)
      return rows
    })
  }
  const surveyOf = new Map<FileTable, Opened>()
  for (const survey of opened)
    for (const [place, table] of survey.tables.entries())
      surveyOf.set({ ...table, name: `${survey.surveyId} ${place === 0 ? survey.title : table.name}` }, survey)
  // A workbook has a sheet also where there is no survey.
  const tables = opened.length > 0 ? [...surveyOf.keys()] : fileTables([], query)
  const rows = (table: FileTable) => {
    const survey = surveyOf.get(table)
    return survey ? rowsOf(survey) : noRows()
  }
  const bytes = await joined(answerChunks(tables, { ...query, codebook: 'false' }, rows, services.settings.dataDir))
  await write(async (db, caller) => {
    for (const { surveyId } of opened) await requireAct(db, caller, 'export', surveyId)
    note(audit, { order: query, surveys: opened.map(({ surveyId }) => surveyId) }, caller)
  })
  return { ...aboutFile(query, responseList.path, tables.length), disposition: 'attachment' as const, bytes }
}

async function* noRows(): AsyncGenerator<AnsweredRow[]> {}

/** Those with a version: others have no answers. */
async function exportedSurveys({ db, actor }: Asking): Promise<number[]> {
  const among = inScope(await scopeOf(db, actor, 'export'), sql`id`) ?? sql`true`
  const rows = await rowsOf<{ id: number }>(db)`
    select id from survey where ${among} and exists (select from survey_version v where v.survey_id = survey.id)
    order by id limit ${mostSurveys + 1}`
  if (rows.length > mostSurveys)
    throw new AppError('EXPORT_TOO_LARGE', { data: { surveys: rows.length, atMost: mostSurveys } })
  return rows.map(({ id }) => id)
}

function refuseTooMany(rows: number, { settings: { downloadRows: atMost } }: Services): void {
  if (rows > atMost) throw new AppError('EXPORT_TOO_LARGE', { data: { rows, atMost } })
}

async function gather(asking: Asking, opened: Opened): Promise<Uint8Array> {
  if (isOnlyCodebook(opened.order)) return joined(codebookChunks(opened.tables, opened.order))
  return whole(asking, opened, ({ total, batches }) => {
    refuseTooMany(total, asking.services)
    return joined(chunksOf(asking, opened, batches))
  })
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of chunks) {
    size += part.length
    if (size > mostBytes) throw new AppError('EXPORT_TOO_LARGE', { data: { bytes: size, atMost: mostBytes } })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The trail records the user, the file and the survey, without searched names and numbers. */
function note(
  audit: Context<typeof excels.download>['audit'],
  { surveyId, order, surveys }: Pick<Opened, 'order'> & { surveyId?: number; surveys?: number[] },
  actor: Asker,
  jobId?: number,
): void {
  const { q, encodedId: _, surveyId: __, ...asked } = order
  const searched = q === undefined ? {} : { q: true }
  const personal = personalOf(actor)
  const after = {
    ...asked,
    ...searched,
    personal,
    phones: phoneSight(actor),
    ...(surveys ? { surveys } : {}),
    ...(jobId === undefined ? {} : { jobId }),
  }
  const subject = surveyId === undefined ? { subjectType: 'form' } : { subjectType: 'survey', subjectId: surveyId }
  audit({ action: 'responses.download', ...subject, after })
}

const Payload = z.strictObject({ order: z.custom<DownloadOrder>(), personal: z.enum(['SHOWN', 'HIDDEN']) })

/** A file with personal answers is its asker's as long as they may see such answers. */
export const downloadAnswers = jobKind({
  name: 'responses.download',
  payload: Payload,
  access: ({ personal }) => (personal === 'SHOWN' ? 'responses.personal' : 'responses.export'),
  // An earlier version of the program may have stored it: only words that the call takes today are read.
  run: (job, { order, personal }) => writeFile(job, excels.download.query.parse(order), personal),
})

const start = on(excels.start, async (context) => {
  const { actor, audit, body } = context
  const personal = personalOf(actor)
  const { filter, encodedId, surveyId = encodedId, ...choices } = body
  const order = { ...filter, ...choices, surveyId }
  const opened = await open(context, order, personal)
  const payload = { order: { ...order, surveyId: opened.surveyId }, personal } as const
  const jobId = await startJob(context, downloadAnswers, payload, { subject: 'responses' })
  note(audit, opened, actor, jobId)
  return { jobId }
})

async function writeFile(job: JobRun, order: DownloadOrder, personal: Personal): Promise<void> {
  refuseWithoutRight(job.actor)
  const opened = await open(job, order, personal)
  const file = await job.file({ ...opened.about, surveys: [opened.surveyId] })
  if (isOnlyCodebook(order)) {
    for await (const bytes of codebookChunks(opened.tables, order)) await file.write(bytes)
  } else {
    await whole(job, opened, async ({ total, batches }) => {
      // The first reading counts: the tables that follow are mostly short.
      let isCounted = false
      const rows = {
        [Symbol.asyncIterator]() {
          if (isCounted) return batches[Symbol.asyncIterator]()
          isCounted = true
          return counted(batches, (done) => job.progress(done, total))
        },
      }
      for await (const bytes of chunksOf(job, opened, rows)) await file.write(bytes)
    })
  }
  await job.transaction(async ({ db, actor }) => {
    refuseWithoutRight(actor)
    await requireAct(db, actor, 'export', opened.surveyId)
  })
}

function refuseWithoutRight({ permissions }: Asker): void {
  if (!permissions.has('responses.export')) throw new AppError('FORBIDDEN', { data: { needs: 'responses.export' } })
}

export const downloadRoutes = [download, start]
