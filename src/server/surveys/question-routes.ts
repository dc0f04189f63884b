import { sql } from 'kysely'
import { type GivenValidation, questions, Question, type QuestionWithAnswers } from '#contract/questions.ts'
import { byLanguage, expressionFields, type ExpressionSource, type Validation } from '#domain/surveys/survey.ts'
import {
  codeProblems,
  codeTaken,
  freeCodes,
  questionChangeRefusal,
  questionProblems,
} from '#domain/publishing/survey-rules.ts'
import type { Db } from '../db/pool.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import {
  codesOf,
  endPosition,
  loadQuestionsOf,
  lockContent,
  lockParent,
  questionStore,
  sectionStore,
  seenContent,
  surveyOf,
  loadOptions,
} from './content-store.ts'
import { checkExpressions } from './expressions.ts'
import { reorder, orderOf, placeInOrder } from './order.ts'
import { duplicate, refuseMove, refuseProblems, unknownReference } from './refusals.ts'
import { renameInOthers, withNewCode } from './rename-question.ts'
import { typesInVersions } from './version-store.ts'
import { removalRoute, removingContent } from './removal.ts'
import { partsSeen } from '../scope.ts'
import * as z from 'zod/mini'
import { copyCode, copyText } from '#domain/surveys/copy.ts'
import { withCode } from '#domain/expressions/expression.ts'
import { inAllLanguages } from '#words/texts.ts'

const crud = crudRoutes(questions, questionStore, {
  scope: partsSeen,
  remove: removingContent(questions.path, questionStore),
})
const remove = removalRoute(questions, questionStore)

const get = on(questions.get, ({ db, params, actor }) => seenContent(db, actor, questionStore, params.id))

const ofSection = on(questions.ofSection, async ({ db, params, actor }) => ({
  questions: await loadQuestionsOf(db, await seenContent(db, actor, sectionStore, params.sectionId)),
}))

function endOfSection(db: Db, sectionId: number): Promise<number> {
  return endPosition(db, 'question', sql`section_id = ${sectionId}`)
}

/** The bounds to store: those given, else those before. A message that is a plain text is in the default language. */
export function storedValidation(given: GivenValidation | undefined, before: Validation = {}): Validation {
  if (!given) return before
  const { message, requiredMessage, ...bounds } = given
  return {
    ...bounds,
    ...(message === undefined ? {} : { message: byLanguage(message, before.message ?? null) }),
    ...(requiredMessage === undefined
      ? {}
      : { requiredMessage: byLanguage(requiredMessage, before.requiredMessage ?? null) }),
  }
}

/** The expressions that a body changes: another change goes through beside one that no longer fits. */
function changedOf(before: ExpressionSource, after: ExpressionSource): ExpressionSource {
  const changed = expressionFields.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}

const create = on(questions.create, async ({ db, body, actor, audit }) => {
  const section = await lockParent(db, actor, sectionStore, body.sectionId)
  if (!section) throw unknownReference('sectionId')
  const { surveyId } = section
  const codes = await codesOf(db, 'question', sql`survey_id = ${surveyId}`)
  const code = body.code ?? freeCodes('q', codes)()
  if (codeTaken(code, codes)) throw duplicate('code')
  const validation = storedValidation(body.validation)
  const earlier = await typesInVersions(db, surveyId, code)
  refuseProblems([...questionProblems({ code, type: body.type, validation }), ...codeProblems(body.type, earlier)])
  await checkExpressions(
    db,
    { surveyId, own: { id: 0, code, type: body.type, trigger: body.trigger, list: body.list, sectionId: section.id } },
    body,
  )
  const position = body.position ?? (await endOfSection(db, section.id))
  const after = await questionStore.insert(db, {
    ...body,
    text: byLanguage(body.text),
    help: byLanguage(body.help),
    guidance: byLanguage(body.guidance),
    validation,
    surveyId,
    code,
    position,
  })
  audit({ action: 'questions.create', subjectType: 'question', subjectId: after.id, after })
  return after
})

const update = on(questions.update, async ({ db, params, body, actor, audit }) => {
  const { version, ...changes } = body
  const before = await lockContent(db, actor, questionStore, { id: params.id, version })
  const { surveyId } = before
  const { code = before.code, type = before.type, sectionId = before.sectionId } = changes
  const validation = storedValidation(changes.validation, before.validation)
  refuse(questionChangeRefusal(before, { code, type }))
  // Texts are saved as they are typed: only another code or type asks the versions.
  const isRenamed = code !== before.code || type !== before.type
  const earlier = isRenamed ? await typesInVersions(db, surveyId, code) : []
  refuseProblems([...questionProblems({ code, type, validation }), ...codeProblems(type, earlier)])
  if (code !== before.code && codeTaken(code, await codesOf(db, 'question', sql`survey_id = ${surveyId}`, before.id))) {
    throw duplicate('code')
  }
  const { trigger = before.trigger, list = before.list } = changes
  const changed = changedOf(before, changes)
  await checkExpressions(db, { surveyId, own: { id: before.id, code, type, trigger, list, sectionId } }, changed)
  const moved = sectionId !== before.sectionId
  if (moved) refuseMove('sectionId', surveyId, (await surveyOf(db, 'section', sectionId)) ?? 0)
  const position = changes.position ?? (moved ? await endOfSection(db, sectionId) : before.position)
  const text = byLanguage(changes.text, before.text)
  const help = byLanguage(changes.help, before.help)
  const guidance = byLanguage(changes.guidance, before.guidance)
  const renamed = { surveyId, questionId: before.id, from: before.code, to: code }
  const own = code === before.code ? {} : withNewCode({ ...before, ...changes }, renamed)
  const after = await questionStore.update(db, before.id, {
    ...changes,
    ...own,
    text,
    help,
    guidance,
    validation,
    position,
  })
  audit({ action: 'questions.update', subjectType: 'question', subjectId: before.id, before, after })
  if (code !== before.code) await renameInOthers(db, renamed, audit)
  return after
})

const copy = on(questions.duplicate, async ({ db, params: { questionId }, actor, audit }) => {
  const original = await lockContent(db, actor, questionStore, { id: questionId })
  const after = await copyQuestion(db, original)
  audit({ action: 'questions.duplicate', subjectType: 'question', subjectId: after.id, after })
  return after
})

const reorderQuestions = on(questions.reorder, async ({ db, params: { sectionId }, body, actor, audit }) => {
  const section = await lockContent(db, actor, sectionStore, { id: sectionId })
  const { before, after } = await reorder(db, 'question', { siblings: sql`section_id = ${section.id}`, body })
  audit({ action: 'questions.reorder', subjectType: 'section', subjectId: section.id, before, after })
  return { questions: await loadQuestionsOf(db, section) }
})

export const questionRoutes = [
  crud.list,
  get,
  create,
  update,
  remove,
  crud.removeMany,
  crud.export,
  ofSection,
  copy,
  reorderQuestions,
]

/** All that a copy takes over. */
const Copied = z.omit(Question, {
  id: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  firstVersion: true,
  code: true,
  text: true,
  formPath: true,
})

/**
 * A copy right behind its original, with its options and its rules. The survey is locked. A rule of the copy compares with
 * the options of the copy; where it leads to is behind both.
 */
async function copyQuestion(db: Db, original: Question): Promise<QuestionWithAnswers> {
  const { surveyId, sectionId } = original
  const fields = z.parse(Copied, original)
  const code = copyCode(original.code, await codesOf(db, 'question', sql`survey_id = ${surveyId}`))
  const order = await orderOf(db, 'question', sql`section_id = ${sectionId}`)
  const constraint = fields.constraint && withCode(fields.constraint, original.code, code)
  const { id } = await questionStore.insert(db, {
    ...fields,
    constraint,
    code,
    text: copyText(original.text, 2000, inAllLanguages('files.copy')),
  })
  await sql`
    insert into answer (survey_id, question_id, code, text, is_other, exclusive, parent_code, columns, media, position)
    select survey_id, ${id}::bigint, code, text, is_other, exclusive, parent_code, columns, media, position
    from answer where question_id = ${original.id} order by id`.execute(db)
  await sql`
    insert into skip (survey_id, from_question_id, operator, value, answer_id, action, target, priority)
    select s.survey_id, ${id}::bigint, s.operator, s.value, twin.id, s.action, s.target, s.priority
    from skip s left join answer mine on mine.id = s.answer_id
      left join answer twin on twin.question_id = ${id} and twin.code = mine.code
    where s.from_question_id = ${original.id} order by s.id`.execute(db)
  await placeInOrder(db, 'question', order.toSpliced(order.indexOf(original.id) + 1, 0, id))
  return { ...(await questionStore.get(db, id)), answers: await loadOptions(db, sql`question_id = ${id}`) }
}
