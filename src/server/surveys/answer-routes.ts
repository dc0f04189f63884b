import { sql } from 'kysely'
import { answers } from '#contract/answers.ts'
import { byLanguage, choiceTypes } from '#domain/surveys/survey.ts'
import { answerChangeRefusal, codeTaken, freeCodes, newOptionProblems } from '#domain/publishing/survey-rules.ts'
import type { Db } from '../db/pool.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import {
  answerStore,
  codesOf,
  endPosition,
  loadOptions,
  lockContent,
  lockParent,
  questionStore,
  seenContent,
} from './content-store.ts'
import { downloadRoute, uploadRoute } from './options-routes.ts'
import { type QuestionRef, codesForParents, takeOptions } from './options-store.ts'
import { reorder } from './order.ts'
import { duplicate, refuseMove, refuseProblems, unknownReference } from './refusals.ts'
import { removalRoute, removingContent } from './removal.ts'
import { partsSeen } from '../scope.ts'

const crud = crudRoutes(answers, answerStore, { scope: partsSeen, remove: removingContent(answers.path, answerStore) })
const remove = removalRoute(answers, answerStore)

const get = on(answers.get, ({ db, params, actor }) => seenContent(db, actor, answerStore, params.id))

/** An option belongs to one of an earlier question. */
async function checkParent(db: Db, question: QuestionRef, { parentCode }: { parentCode?: string | null | undefined }) {
  if (!parentCode || (await codesForParents(db, question)).has(parentCode)) return
  refuseProblems([{ path: 'parentCode', code: 'UNKNOWN_PARENT_OPTION' }])
}

const create = on(answers.create, async ({ db, body, actor, audit }) => {
  const question = await lockParent(db, actor, questionStore, body.questionId)
  if (!question) throw unknownReference('questionId')
  if (!choiceTypes.includes(question.type)) refuseProblems([{ path: 'questionId', code: 'NOT_FOR_TYPE' }])
  const siblings = sql`question_id = ${question.id}`
  const codes = await codesOf(db, 'answer', siblings)
  const code = body.code ?? freeCodes('', codes)()
  if (codeTaken(code, codes)) throw duplicate('code')
  await checkParent(db, question, body)
  const position = body.position ?? (await endPosition(db, 'answer', siblings))
  const after = await answerStore.insert(db, {
    ...body,
    text: byLanguage(body.text),
    surveyId: question.surveyId,
    code,
    position,
  })
  audit({ action: 'answers.create', subjectType: 'answer', subjectId: after.id, after })
  return after
})

const createMany = on(answers.createMany, async ({ db, params, body, actor, audit }) => {
  const question = await lockContent(db, actor, questionStore, { id: params.questionId })
  if (!choiceTypes.includes(question.type)) refuseProblems([{ path: 'questionId', code: 'NOT_FOR_TYPE' }])
  const codes = await codesOf(db, 'answer', sql`question_id = ${question.id}`)
  const free = freeCodes('', [...codes, ...body.answers.flatMap(({ code }) => code ?? [])])
  const options = body.answers.map((option, row) => {
    return { ...option, row, code: option.code ?? free(), text: byLanguage(option.text), hasParent: true }
  })
  const hasParents = options.some(({ parentCode }) => parentCode)
  const parents = hasParents ? await codesForParents(db, question) : new Set<string>()
  refuseProblems(newOptionProblems(options, { codes, parents }))
  const { created } = await takeOptions(db, question, options)
  for (const each of created) audit(each)
  const rows = await loadOptions(db, sql`id = any(${created.map(({ subjectId }) => subjectId)})`)
  return { rows, total: rows.length }
})

const update = on(answers.update, async ({ db, params, body, actor, audit }) => {
  const { version, questionId, text, ...changes } = body
  const before = await lockContent(db, actor, answerStore, { id: params.id, version })
  refuseMove('questionId', before.questionId, questionId)
  const { code = before.code } = changes
  refuse(answerChangeRefusal(before, { code }))
  const siblings = sql`question_id = ${before.questionId}`
  if (code !== before.code && codeTaken(code, await codesOf(db, 'answer', siblings, before.id))) throw duplicate('code')
  if (changes.parentCode !== before.parentCode)
    await checkParent(db, { id: before.questionId, surveyId: before.surveyId }, changes)
  const after = await answerStore.update(db, before.id, { ...changes, text: byLanguage(text, before.text) })
  audit({ action: 'answers.update', subjectType: 'answer', subjectId: before.id, before, after })
  return after
})

const reorderOptions = on(answers.reorder, async ({ db, params: { questionId }, body, actor, audit }) => {
  const question = await lockContent(db, actor, questionStore, { id: questionId })
  const siblings = sql`question_id = ${question.id}`
  const { before, after } = await reorder(db, 'answer', { siblings, body })
  audit({ action: 'answers.reorder', subjectType: 'question', subjectId: question.id, before, after })
  const rows = await loadOptions(db, siblings)
  return { rows: rows.sort((a, b) => a.position - b.position), total: rows.length }
})

export const answerRoutes = [
  crud.list,
  get,
  create,
  createMany,
  update,
  remove,
  crud.removeMany,
  crud.export,
  reorderOptions,
  uploadRoute,
  downloadRoute,
]
