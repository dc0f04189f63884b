/** Surveys from files and as files. */
import { rm } from 'node:fs/promises'
import { type FormFileReport, formFiles, xformMime } from '#contract/form-files.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { type Localized, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { type Actor, on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { loadContent } from '../surveys/content-store.ts'
import { keepSurveyFile } from '../surveys/file-store.ts'
import { newEncodedId, surveyStore } from '../surveys/store.ts'
import { loadVersion } from '../surveys/version-store.ts'
import type { FileJob, FileOutcome, FileRead } from './read-file.ts'
import { type FormOf, writeForm } from './write-form.ts'
import { xformOf } from './xform.ts'
import type { Survey } from '#contract/surveys.ts'
import { newSurvey } from '#domain/surveys/survey-settings.ts'
import { changedTexts } from '#domain/surveys/survey-texts.ts'
import { insertContent } from '../surveys/insert-content.ts'

const jobUrl = new URL('./read-job.ts', import.meta.url)

const importRoute = on(formFiles.import, async ({ file, query, write, audit, services }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const keeps = query.confirm === 'true'
  const job: FileJob = { path: file.path, name: file.name, unencrypted: query.unencrypted === 'true', keeps }
  const read = await runApart<FileOutcome>(jobUrl, job)
  if ('refusal' in read) throw new AppError(read.refusal, read.row === undefined ? {} : { data: { row: read.row } })
  try {
    const report = reportOf({ ...read, title: query.title ?? read.title })
    if (report.counts.WRONG > 0) throw new AppError('FORM_FILE_WRONG', { data: report })
    if (!keeps) return report
    return await write(async (db, actor) => {
      const named = { name: file.name, sha256: file.sha256.toString('hex') }
      const title = { [read.language]: report.title }
      const after = await makeSurvey(db, { ...read, title, ownerId: actor.id })
      for (const beside of read.files) {
        const sha256 = Buffer.from(beside.file.sha256)
        const kept = { ...beside, file: { ...beside.file, sha256 }, surveyId: after.id, by: actor.id }
        await keepSurveyFile(db, services.files, kept)
      }
      const files = read.files.map(({ judged }) => judged.name)
      const noted = { ...after, file: named, ...(files.length > 0 ? { files } : {}) }
      audit({ action: 'surveys.import', subjectType: 'survey', subjectId: after.id, after: noted })
      return { ...report, survey: { id: after.id, encodedId: after.encodedId } }
    })
  } finally {
    if (keeps) for (const beside of read.files) await rm(beside.file.path, { force: true })
  }
})

function reportOf({ kind, title, content, logic, remarks, counts }: FileRead): FormFileReport {
  return {
    kind,
    title,
    sections: content.sections.map((section) => ({
      title: section.title,
      questions: section.questions.map(({ code, text, type, answers }) => ({
        code,
        text,
        type,
        options: answers.length,
      })),
    })),
    questionCount: questionsOf(content).length,
    counts,
    logic,
    remarks,
    survey: null,
  }
}

const xlsform = on(formFiles.xlsform, async ({ db, params, query, actor }) => {
  const form = await formOf(db, actor, { ref: params.surveyId, version: query.version })
  const bytes = await writeForm(form)
  return { name: `${fileName(form)}.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

const xform = on(formFiles.xform, async ({ db, params, query, actor }) => {
  const form = await formOf(db, actor, { ref: params.surveyId, version: query.version })
  const bytes = Buffer.from(xformOf(form))
  return { name: `${fileName(form)}.xml`, mime: xformMime, disposition: 'attachment' as const, bytes }
})

/** The draft is the version to come. */
async function formOf(
  db: Db,
  actor: Actor,
  { ref, version }: { ref: number | string; version: string | undefined },
): Promise<FormOf> {
  const survey = await surveyStore.get(db, await openSurvey(db, actor, 'see', ref))
  const { title, encodedId: id, currentVersion, languages } = survey
  if (version === undefined)
    return {
      title,
      id,
      languages,
      version: (currentVersion ?? 0) + 1,
      content: contentOf(await loadContent(db, survey.id)),
    }
  const stored = await loadVersion(db, survey.id, Number(version))
  return { title, id, version: stored.number, content: stored.content }
}

/** A name that every file system accepts. */
function fileName({ title, version }: FormOf): string {
  const plain = title
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${plain || 'survey'} v${version}`
}

export const formFileRoutes = [importRoute, xlsform, xform]

/** A survey with the content of a form. */
interface MadeSurvey {
  title: Localized
  languages: string[]
  content: SurveyContent
  ownerId: number
}

async function makeSurvey(db: Db, { content, ownerId, languages, ...named }: MadeSurvey): Promise<Survey> {
  const { surveyType, currency, paymentAggregation, aggregationCount } = newSurvey
  const settings = { surveyType, currency, paymentAggregation, aggregationCount }
  const texts = changedTexts(undefined, named)
  const survey = await surveyStore.insert(db, { ...settings, texts, languages, encodedId: newEncodedId(), ownerId })
  await insertContent(db, survey.id, content)
  return surveyStore.get(db, survey.id)
}
