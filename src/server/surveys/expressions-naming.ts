/** The conditions and calculations that name a question, or one of its options, which is to go. */
import { type RawBuilder, sql } from 'kysely'
import type { ExpressionUse } from '#contract/skips.ts'
import { choicesNamed, type Expression, parseExpression, referencesOf } from '#domain/expressions/expression.ts'
import { expressionFields, type ExpressionSource } from '#domain/surveys/survey.ts'
import { snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'

interface Named {
  usedId: number
  surveyId: number
  /** Null when an option goes and its question stays. */
  questionId: number | null
  name: string
}

interface Expressions extends ExpressionSource {
  surveyId: number
  sectionId: number
  questionId: number | null
  of: ExpressionUse['of']
  /** The code of the question that says how often the section repeats. */
  repeat: string | null
}

interface Going {
  questions: RawBuilder<unknown>
  /** The question that goes. */
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** What an expression of the question `own` names, in the same words. */
  namedBy: (expression: Expression, own: string) => Set<string>
}

const withQuestion = { id: sql`question.id`, name: sql`question.code`, namedBy: referencesOf }

/** For each table: what goes with its rows. No code of a question has a blank. */
const going: Record<string, Going> = {
  section: { questions: sql`question.section_id = used.id`, ...withQuestion },
  question: { questions: sql`question.id = used.id`, ...withQuestion },
  answer: {
    questions: sql`question.id = used.question_id`,
    id: sql`null::bigint`,
    name: sql`question.code || ' ' || used.code`,
    namedBy: (expression, own) => new Set(choicesNamed(expression, own).map(({ code, choice }) => `${code} ${choice}`)),
  },
}

/** Those that a section does not have. */
const ofQuestion = expressionFields.filter((field) => field !== 'relevant')

/** By the id of the leaving row. Parts that leave with it do not count. */
export async function expressionsNaming(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<Map<number, ExpressionUse[]>> {
  const goes = going[table]
  if (!goes || ids.length === 0) return new Map()
  const named = await sql<Named>`
    select used.id as "usedId", used.survey_id as "surveyId", ${goes.id} as "questionId", ${goes.name} as name
    from ${sql.table(table)} used join question on question.survey_id = used.survey_id and ${goes.questions}
    where used.id = any(${ids})`.execute(db)
  const written = await sql<Expressions>`
    select survey_id as "surveyId", id as "sectionId", null as "questionId", title as "of",
      repeat ->> 'countCode' as repeat, relevant, ${sql.join(ofQuestion.map((field) => sql`null as ${sql.ref(field)}`))}
    from section where survey_id = any(${named.rows.map(({ surveyId }) => surveyId)})
      and (relevant is not null or repeat ->> 'countCode' is not null)
    union all
    select survey_id, section_id, id, to_jsonb(code), null, relevant, ${sql.join(ofQuestion.map((field) => sql.ref(snake(field))))}
    from question where survey_id = any(${named.rows.map(({ surveyId }) => surveyId)})
      and coalesce(relevant, ${sql.join(ofQuestion.map((field) => sql.ref(snake(field))))}) is not null`.execute(db)
  const uses = written.rows.flatMap((row) => usesIn(row, goes))
  const byRow = Map.groupBy(named.rows, ({ usedId }) => usedId)
  const found = [...byRow].map(([id, questions]): [number, ExpressionUse[]] => {
    const names = new Set(questions.map(({ name }) => name))
    const gone = new Set(questions.map(({ questionId }) => questionId))
    const naming = uses.filter(({ row, names: own }) => {
      const goesAlong = row.questionId === null ? table === 'section' && row.sectionId === id : gone.has(row.questionId)
      return row.surveyId === questions[0]?.surveyId && !goesAlong && own.values().some((name) => names.has(name))
    })
    return [id, naming.map(({ use }) => use)]
  })
  return new Map(found.filter(([, list]) => list.length > 0))
}

function usesIn(row: Expressions, { namedBy }: Going) {
  const own = typeof row.of === 'string' ? row.of : ''
  return ([...expressionFields, 'repeat'] as const).flatMap((field) => {
    const { expression } = parseExpression(row[field] ?? '')
    const use: ExpressionUse = { of: row.of, field, expression: row[field] ?? '' }
    return expression ? [{ row, use, names: namedBy(expression, own) }] : []
  })
}
