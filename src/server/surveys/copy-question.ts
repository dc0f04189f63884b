import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Question, type QuestionWithAnswers } from '#contract/questions.ts'
import { copyCode, copyText } from '#domain/surveys/copy.ts'
import { withCode } from '#domain/expressions/expression.ts'
import { inAllLanguages } from '#words/texts.ts'
import type { Db } from '../db/pool.ts'
import { codesOf, loadOptions, questionStore } from './content-store.ts'
import { orderOf, placeInOrder } from './order.ts'

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
export async function copyQuestion(db: Db, original: Question): Promise<QuestionWithAnswers> {
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
