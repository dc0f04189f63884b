/** The rows of an uploaded workbook that have problems, as a workbook to be corrected and sent again. */
import { forms, type RowProblem, xlsxMime } from '#contract/response-files.ts'
import type { Locale } from '#domain/text/locale.ts'
import { AppError } from '../../errors.ts'
import { runApart } from '../../excel/apart.ts'
import { reportOf } from '../../excel/problem-list.ts'
import { problemWords } from '../../excel/problem-words.ts'
import { on } from '../../http/context.ts'
import { openSurvey, requireAct } from '../../scope.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { compareWithStored } from './compare-stored.ts'
import { fileTitle } from '../download/file-title.ts'
import { getIntakeSurvey, lockIntakeSurvey } from '../intake/intake-store.ts'
import type { NoteJob, NoteOutcome } from './note-job.ts'
import { readUpload, requireRead } from './read-upload.ts'

const jobUrl = new URL('./note-job.ts', import.meta.url)

/** No user corrects more by hand; rows beyond come back without their problems. */
const mostNotes = 20_000

export const problemsRoute = on(forms.problems, async (context) => {
  const { db, params, query, file, actor: asking, write, audit } = context
  if (!file) throw new AppError('FILE_MISSING')
  const survey = await getIntakeSurvey(db, await openSurvey(db, asking, 'enter', params.surveyId))
  const { read } = await readUpload(context, survey, { path: file.path, listed: mostNotes, conventions: query })
  if (read.bad === 'ALL') throw new AppError('WORKBOOK_ROWS_INVALID', { data: reportOf(read) })
  const stored = await write(async (tx, actor) => {
    // The survey first, then its responses: the order in which intake takes its locks.
    const current = await lockIntakeSurvey(tx, survey.id)
    await requireAct(tx, actor, 'enter', survey.id)
    audit({ action: 'forms.problems', subjectType: 'survey', subjectId: survey.id, after: { file: file.name } })
    return (await compareWithStored({ ...context, db: tx, actor }, current, read)).stored
  })
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion ?? 0)
  const language = query.lang ?? 'en'
  const job: NoteJob = {
    path: file.path,
    conventions: query,
    encodedId: survey.encodedId,
    title: survey.title,
    version: number,
    content,
    language,
    rows: [...new Set([...read.bad, ...stored.bad])],
    notes: notesOf([...read.problems, ...stored.problems.list()], language),
  }
  const outcome = await runApart<NoteOutcome>(jobUrl, job)
  requireRead(outcome)
  const { bytes } = outcome
  return { name: `${fileTitle(survey.title)} problems.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

/** By sheet and row: each problem with the column that it is in. */
function notesOf(problems: readonly RowProblem[], language: Locale): Map<string, string> {
  const notes = new Map<string, string>()
  for (const problem of problems) {
    const place = `${problem.sheet ?? ''}!${problem.row}`
    const said = `${problem.column}: ${problemWords(problem, language)}`
    const known = notes.get(place)
    notes.set(place, known === undefined ? said : `${known}\n${said}`)
  }
  return notes
}
