import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { surveyFiles } from '#contract/survey-files.ts'
import { problem } from '#domain/problems.ts'
import { judgeSurveyFile } from '#domain/answers/judge-survey-file.ts'
import { maxSurveyFiles, surveySources } from '#domain/surveys/survey-files.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { AppError, refuse } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { drawThumbnail } from '../files/image.ts'
import { headOf } from '../files/store.ts'
import { on } from '../http/context.ts'
import { spool } from '../http/upload.ts'
import { openSurvey } from '../scope.ts'
import { keepSurveyFile, loadFiles, openSurveyFile, takeOut } from './file-store.ts'
import { entityUse } from '#domain/surveys/entities.ts'
import { loadContent } from './content-store.ts'
import { freshFiles, madeList } from './made-lists.ts'
import type { ListJob, ListOutcome, ReadList } from './read-list.ts'
import { surveyStore } from './store.ts'

const listJobUrl = new URL('./read-list-job.ts', import.meta.url)

const upload = on(surveyFiles.upload, async ({ db, params, actor, file, services, write, audit }) => {
  if (!file) throw new AppError('FILE_MISSING')
  await openSurvey(db, actor, 'edit', params.id)
  const judged = judgeSurveyFile(await headOf(file), file.name)
  if ('problem' in judged) throw new AppError('VALIDATION_FAILED', { errors: [problem('file', judged.problem)] })
  // What cannot be drawn, or is far too large to be, is no picture.
  if (judged.mime.startsWith('image/')) await drawThumbnail(file.path, 'file')
  const list = judged.kind === 'LIST' ? await listOf(file.path, judged.mime) : null
  const { name, type } = file
  const kept = list?.plain ? await spool({ name, type }, Readable.from([list.plain]), services.files) : file
  const md5 = await md5Of(kept.path)
  return write(async (tx, by) => {
    const surveyId = await openSurvey(tx, by, 'edit', params.id)
    refuse(changeRefusal((await surveyStore.lock(tx, surveyId)).status))
    const others = (await loadFiles(tx, surveyId)).filter(({ name }) => name !== judged.name)
    if (others.length >= maxSurveyFiles)
      throw new AppError('VALIDATION_FAILED', { errors: [{ ...problem('file', 'TOO_MANY'), limit: maxSurveyFiles }] })
    const after = await keepSurveyFile(tx, services.files, { surveyId, judged, file: kept, md5, list, by: by.id })
    audit({ action: 'surveys.addFile', subjectType: 'survey', subjectId: surveyId, after })
    return after
  })
})

/** Which right its rows need beside that over the survey. */
const needs = {
  SITES: 'sites.read',
  UNITS: 'units.read',
  PARTICIPANTS: 'users.read',
  RESPONSES: 'responses.export',
  ENTITIES: 'responses.export',
} as const

const make = on(surveyFiles.make, async ({ db, params, body, actor, services, write, audit }) => {
  await openSurvey(db, actor, 'edit', params.id)
  const { of, surveyId: listed } = body
  if (!actor.permissions.has(needs[of])) throw new AppError('FORBIDDEN', { data: { needs: needs[of] } })
  if (surveySources.includes(of) && listed === undefined)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'REQUIRED')] })
  const ofSurvey = surveySources.includes(of) ? await openSurvey(db, actor, 'export', listed ?? 0) : undefined
  const source = [of, ofSurvey].join(' ').trim()
  const entities = of === 'ENTITIES' ? entityUse(await loadContent(db, ofSurvey ?? 0)) : undefined
  if (of === 'ENTITIES' && !entities)
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'NO_ENTITIES')] })
  const name = `${entities?.list ?? source.toLowerCase().replace(' ', '_')}.csv`
  const { table, bytes, md5 } = await madeList(db, { id: 0, source })
  const about = { columns: [...table.columns], rows: 0 }
  const list = { about, text: bytes.toString() }
  const file = await spool({ name, type: 'text/csv' }, Readable.from([bytes]), services.files)
  return write(async (tx, by) => {
    const surveyId = await openSurvey(tx, by, 'edit', params.id)
    refuse(changeRefusal((await surveyStore.lock(tx, surveyId)).status))
    const judged = { name, kind: 'LIST', mime: 'text/csv' } as const
    const kept = await keepSurveyFile(tx, services.files, { surveyId, judged, file, md5, list, source, by: by.id })
    const [after = kept] = await freshFiles(tx, [kept])
    audit({ action: 'surveys.addFile', subjectType: 'survey', subjectId: surveyId, after })
    return after
  })
})

const remove = on(surveyFiles.remove, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.id)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const before = (await loadFiles(db, surveyId)).find(({ id }) => id === params.fileId)
  if (!before) throw new AppError('NOT_FOUND')
  await takeOut(db, sql`id = ${before.id}`)
  audit({ action: 'surveys.removeFile', subjectType: 'survey', subjectId: surveyId, before })
  return before
})

const open = on(surveyFiles.open, async ({ db, params, query, actor, services }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.id)
  return openSurveyFile(db, services, { surveyId, id: params.fileId, published: false, ...query })
})

/** VALIDATION_FAILED with what is wrong with it. */
async function listOf(path: string, mime: string): Promise<ReadList> {
  const job: ListJob = { path, mime }
  const read = await runApart<ListOutcome>(listJobUrl, job)
  if ('text' in read) return read
  const { problem: code, limit } = read
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ ...problem('file', code), ...(limit === undefined ? {} : { limit }) }],
  })
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const surveyFileRoutes = [upload, make, remove, open]
