import { pageOf } from '#contract/fields.ts'
import { type Edit, responseEdits } from '#contract/response-edits.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { editAnswers, type GivenAnswer, questionOfKey } from '#domain/answers/answer-edit.ts'
import { keyOfRef, refOfKey } from '#domain/answers/answer-keys.ts'
import { problem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { attachmentProblems, bindAttachments } from '../../attachments/store.ts'
import { AppError } from '../../errors.ts'
import { type Actor, type Context, on } from '../../http/context.ts'
import { scopeOf } from '../../scope.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { hidesKey, responseDetail } from '../review/detail.ts'
import { applyEdit, dayOf, newFiles, takeInHand } from './edit.ts'
import { problemsByCode } from '../intake/check-form.ts'
import { getChange, listChanges } from './edit-store.ts'
import { editHeader } from './header-edit.ts'
import { phoneSight, getResponse } from '../list/row.ts'

type GivenAnswers = ReadonlyMap<string, GivenAnswer>

/** By key. A question that comes twice is refused, as nothing says which answer the caller means. */
function givenIn(content: SurveyContent, { questionId, value = null, answers = [] }: Edit): GivenAnswers {
  const list = questionId === undefined ? listOf(answers) : [{ questionId, value }]
  const given = new Map(list.map((each) => [keyOfRef(content, each.questionId), each.value]))
  if (given.size < list.length) throw new AppError('VALIDATION_FAILED', { errors: [problem('answers', 'DUPLICATE')] })
  return given
}

function listOf(answers: NonNullable<Edit['answers']>): { questionId: number | string; value: GivenAnswer }[] {
  if (Array.isArray(answers)) return answers
  return Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))
}

/** What a caller cannot see they cannot change. */
function refuseHidden(content: SurveyContent, given: GivenAnswers, actor: Actor): void {
  if ([...given.keys()].some(hidesKey(content, actor)))
    throw new AppError('FORBIDDEN', { data: { needs: 'responses.personal' } })
}

type Editing = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'requestId' | 'address'>

async function editResponse(context: Editing, id: number, body: Edit): Promise<ResponseDetail> {
  const { db, actor } = context
  const inHand = await takeInHand(context, id, body.version)
  const { form, content } = inHand
  const reverted = body.reverts === undefined ? undefined : await getChange(db, form, body.reverts)
  const given = reverted ? new Map([[reverted.key, reverted.before]]) : givenIn(content, body)
  refuseHidden(content, given, actor)
  const { problems, irrelevant, answers, changes } = editAnswers(content, form.answers, given, {
    today: dayOf(form.submittedAt),
    source: reverted ? 'REVERT' : 'EDIT',
  })
  const { id: responseId, surveyId } = form
  const added = reverted ? {} : newFiles(form.answers, answers)
  const ofFiles = await attachmentProblems(db, { surveyId, responseId, files: { person: actor.id } }, added)
  const wrong = [...problems, ...ofFiles]
  if (wrong.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problemsByCode(content, wrong) })
  if (irrelevant.length > 0 && !body.confirm) throw irrelevantAnswers(content, irrelevant)
  await applyEdit(context, inHand, { reason: body.reason || null, answers, changes })
  await bindAttachments(db, { surveyId, responseId, content }, added)
  return responseDetail(db, actor, id)
}

function irrelevantAnswers(content: SurveyContent, keys: readonly string[]): AppError {
  const irrelevant = keys.map((key) => ({
    key,
    questionId: questionOfKey(content, key)?.id ?? null,
    code: refOfKey(content, key),
  }))
  return new AppError('ANSWERS_IRRELEVANT', { data: { irrelevant } })
}

const changes = on(responseEdits.changes, async ({ db, params, query, actor }) => {
  const row = await getResponse(db, params.id, { scope: await scopeOf(db, actor), sight: phoneSight(actor) })
  const { content } = await loadVersion(db, row.surveyId, row.surveyVersion)
  const isHidden = hidesKey(content, actor)
  const { rows, total } = await listChanges(db, row, pageOf(query))
  return {
    total,
    rows: rows.map(({ erased, ...change }) => {
      const isPersonal = isHidden(change.key)
      const hidden = erased ? ('ERASED' as const) : isPersonal ? ('PERSONAL' as const) : null
      const questionId = questionOfKey(content, change.key)?.id ?? null
      return { ...change, ...(hidden ? { before: null, after: null } : {}), hidden, questionId }
    }),
  }
})

export const editRoutes = [
  on(responseEdits.update, (context) => editResponse(context, context.params.id, context.body)),
  on(responseEdits.answers, (context) => editResponse(context, context.params.id, context.body)),
  on(responseEdits.several, (context) => editResponse(context, context.params.formId, context.body)),
  on(responseEdits.header, editHeader),
  changes,
]
