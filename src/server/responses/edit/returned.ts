/** Returned responses come back to who gave or collected them, and their corrections to the reviewer. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { returned, type ReturnedForm, type ReturnedRow } from '#contract/returned.ts'
import type { ReviewNote } from '#contract/responses.ts'
import { editAnswers, type GivenAnswer, wholeAnswers } from '#domain/answers/answer-edit.ts'
import { keyOfRef, meaningOf, refOfKey } from '#domain/answers/answer-keys.ts'
import type { AnswerProblem, Answers } from '#domain/answers/answers.ts'
import { phoneCountryOf, type PhoneParser } from '#domain/people/phone.ts'
import { problem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { attachmentProblems, bindAttachments, type StoredBy, storedForLink } from '../../attachments/store.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { phoneParser } from '../../phones.ts'
import { found } from '../../db/table-store.ts'
import { inScope, type Onlooker, scopeOf } from '../../scope.ts'
import type { Settings } from '../../settings.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { dayOf, newFiles } from './edit.ts'
import { problemsByCode } from '../intake/check-form.ts'
import { lockFormInHand, storeEdit } from './edit-store.ts'
import { flagAgain } from '../flags/flags.ts'
import { getIntakeSurvey } from '../intake/intake-store.ts'
import { notesOfForm } from '../review/review-notes.ts'

/**
 * The caller's own forms: a collector's entries, or a participant's answers by their own link. An open link identifies
 * no visitor, so its forms belong to none.
 */
async function ownForms(db: Db, actor: Actor): Promise<RawBuilder<unknown>> {
  const { program } = actor
  if (program)
    return sql`form.survey_id = ${program.surveyId} and form.participant_id = ${program.participant?.id ?? null}
      and form.source = 'SCREEN' and form.collector_id is null`
  return collectedForms(db, actor)
}

async function collectedForms(db: Db, onlooker: Onlooker): Promise<RawBuilder<unknown>> {
  const seen = inScope(await scopeOf(db, onlooker, 'enter'), sql`form.survey_id`) ?? sql`true`
  return sql`form.collector_id = (select id from collector where person_id = ${onlooker.id}) and ${seen}`
}

/** The length of the collector's list, and the time of the newest return. */
export async function countReturned(db: Db, onlooker: Onlooker): Promise<{ n: number; at: string | null }> {
  const own = await collectedForms(db, onlooker)
  const rows = await rowsOf<{ n: number; at: string | null }>(db)`
    select count(*)::int as n, max(form.reviewed_at) as at from form
    where form.status = 'HAS_ISSUES' and ${own}`
  return found({ rows })
}

const columns = sql`form.id, form.survey_id as "surveyId", survey.encoded_id as "encodedId", survey.title as "surveyTitle", form.client_uuid as "formKey",
  participant.name as "participantName", form.submitted_at as "submittedAt", form.reviewed_at as "returnedAt",
  form.reason, (select title from issue_category c where c.id = form.issue_category_id) as "issueCategoryTitle",
  form.row_version as version`
const joins = sql`join survey on survey.id = form.survey_id
  left join person participant on participant.id = form.participant_id`

const list = on(returned.list, async ({ db, query, actor }) => {
  const { offset, pageSize } = pageOf(query)
  const own = sql`form.status = 'HAS_ISSUES' and ${await ownForms(db, actor)}`
  const rows = await rowsOf<ReturnedRow>(db)`
    select ${columns} from form ${joins} where ${own}
    order by form.reviewed_at, form.id limit ${pageSize} offset ${offset}`
  const { n } = await rowOf<{ n: number }>(db)`select count(*) as n from form where ${own}`
  return { rows, total: n }
})

const get = on(returned.get, ({ db, params, actor, services }) => returnedForm(db, actor, params.id, services.settings))

interface StoredReturn extends ReturnedRow {
  status: string
  surveyVersion: number
  notes: ReviewNote[]
  answers: Answers
}

/** NOT_FOUND when it is not the caller's own, NOT_RETURNED when there is nothing to correct. */
async function returnedForm(
  db: Db,
  actor: Actor,
  id: number,
  settings: Pick<Settings, 'phoneCountry'>,
): Promise<ReturnedForm> {
  const { status, surveyVersion, ...row } = await rowOf<StoredReturn>(db)`
      select ${columns}, form.status, form.survey_version as "surveyVersion", doc.answers, ${notesOfForm} as notes
      from form join form_doc doc using (survey_id, id) ${joins}
      where form.id = ${id} and ${await ownForms(db, actor)}`
  if (status !== 'HAS_ISSUES') throw new AppError('NOT_RETURNED')
  const survey = await getIntakeSurvey(db, row.surveyId)
  const { number, content } = await loadVersion(db, row.surveyId, surveyVersion)
  const { consent: _, ...notices } = content.notices ?? {}
  return {
    ...row,
    form: {
      surveyId: row.surveyId,
      title: row.surveyTitle,
      surveyVersion: number,
      refusal: null,
      status: survey.status,
      startsAt: survey.startsAt,
      participantRequired: false,
      questionPerPage: survey.questionPerPage,
      phoneCountry: phoneCountryOf(survey, settings.phoneCountry) ?? null,
      ...(row.participantName === null ? {} : { participant: { name: row.participantName } }),
      fence: 'OFF',
      content: { ...content, notices },
    },
  }
}

const correct = on(returned.correct, async ({ db, params, body, actor, services, audit }) => {
  const scope = actor.program ? [actor.program.surveyId] : await scopeOf(db, actor, 'enter')
  // Whose it is, and whether it is still returned, is asked under its lock: a reviewer may be at it.
  const form = await lockFormInHand(db, params.id, scope)
  const { id, surveyId } = form
  const { formKey } = await rowOf<{ formKey: string }>(db)`
      select form.client_uuid as "formKey" from form where form.id = ${id} and ${await ownForms(db, actor)}`
  const content = await withLists(db, (await loadVersion(db, surveyId, form.surveyVersion)).content)
  const parsePhone = phoneParser(phoneCountryOf(await getIntakeSurvey(db, surveyId), services.settings.phoneCountry))
  const { given, unread } = readGiven(content, { before: form.answers, answers: body.answers, parsePhone })
  const { problems, answers, changes } = editAnswers(content, form.answers, given, {
    today: dayOf(form.submittedAt),
    source: 'EDIT',
  })
  const isSame = changes.length === 0 && problems.length === 0 && unread.length === 0
  if (form.status !== 'HAS_ISSUES') {
    // Sent again, as its answer was lost.
    if (!isSame) throw new AppError('NOT_RETURNED')
    audit({ action: 'responses.edit', subjectType: 'form', subjectId: id, after: { questions: [], repeated: true } })
    return { id }
  }
  if (body.version !== form.version)
    throw new AppError('STALE', { data: await returnedForm(db, actor, id, services.settings) })
  const files: StoredBy = actor.program || actor.isApp ? storedForLink(formKey) : { person: actor.id }
  const added = newFiles(form.answers, answers)
  const wrong = [...problems, ...unread, ...(await attachmentProblems(db, { surveyId, responseId: id, files }, added))]
  if (wrong.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problemsByCode(content, wrong) })
  const reason = body.remark || null
  if (isSame && reason === null) throw new AppError('VALIDATION_FAILED', { errors: [problem('remark', 'REQUIRED')] })
  const editorId = actor.program?.participant?.id ?? actor.id
  await storeEdit(db, form, { editor: { person: editorId }, reason, answers, changes })
  await flagAgain(db, form, content)
  await bindAttachments(db, { surveyId, responseId: id, content }, added)
  audit({
    action: 'responses.edit',
    subjectType: 'form',
    subjectId: id,
    before: { formStatus: form.status },
    after: {
      formStatus: 'EDITED',
      questions: changes.map(({ key }) => refOfKey(content, key)),
      ...(reason === null ? {} : { reason }),
      ...(actor.program ? { participantId: editorId } : {}),
    },
  })
  return { id }
})

interface Correction {
  before: Answers
  answers: Readonly<Record<string, GivenAnswer>>
  parsePhone: PhoneParser
}

function readGiven(content: SurveyContent, { before, answers, parsePhone }: Correction) {
  const sent = new Map<string, GivenAnswer>()
  const unread: AnswerProblem[] = []
  for (const [ref, value] of Object.entries(answers)) {
    const key = keyOfRef(content, ref)
    const { question, isOther } = meaningOf(content, key) ?? {}
    const isPhone = question?.type === 'PHONE' && !isOther && typeof value === 'string'
    const { value: phone, problem: code } = isPhone ? parsePhone(value) : {}
    if (code) unread.push({ key, question: question?.code ?? '', code })
    sent.set(key, code ? (before[key] ?? null) : (phone ?? value))
  }
  return { given: wholeAnswers(content, before, sent), unread }
}

export const returnedRoutes = [list, get, correct]
