/** The conditions and calculations that name a question which is to go. */
import { sql } from 'kysely'
import type { ExpressionUse } from '#contract/skips.ts'
import { parseExpression, referencesOf } from '#domain/expression.ts'
import type { Db } from '../db/pool.ts'

interface Named {
  usedId: number
  surveyId: number
  questionId: number
  code: string
}

interface Expressions {
  surveyId: number
  sectionId: number
  questionId: number | null
  of: ExpressionUse['of']
  relevant: string | null
  constraint: string | null
  calculation: string | null
}

/** For each table: the questions that go with its rows. */
const going: Record<string, ReturnType<typeof sql>> = {
  section: sql`question.section_id = used.id`,
  question: sql`question.id = used.id`,
}

/** By the id of the row that goes. What goes along with it does not count. */
export async function expressionsNaming(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<Map<number, ExpressionUse[]>> {
  const goes = going[table]
  if (!goes || ids.length === 0) return new Map()
  const named = await sql<Named>`
    select used.id as "usedId", used.survey_id as "surveyId", question.id as "questionId", question.code
    from ${sql.table(table)} used join question on question.survey_id = used.survey_id and ${goes}
    where used.id = any(${ids})`.execute(db)
  const written = await sql<Expressions>`
    select survey_id as "surveyId", id as "sectionId", null as "questionId", title as "of", relevant,
      null as "constraint", null as calculation
    from section where survey_id = any(${named.rows.map(({ surveyId }) => surveyId)}) and relevant is not null
    union all
    select survey_id, section_id, id, to_jsonb(code), relevant, "constraint", calculation
    from question where survey_id = any(${named.rows.map(({ surveyId }) => surveyId)})
      and (relevant is not null or "constraint" is not null or calculation is not null)`.execute(db)
  const uses = written.rows.flatMap(usesIn)
  const byRow = Map.groupBy(named.rows, ({ usedId }) => usedId)
  const found = [...byRow].map(([id, questions]): [number, ExpressionUse[]] => {
    const codes = new Set(questions.map(({ code }) => code))
    const gone = new Set(questions.map(({ questionId }) => questionId))
    const naming = uses.filter(({ row, codes: own }) => {
      const goesAlong = row.questionId === null ? table === 'section' && row.sectionId === id : gone.has(row.questionId)
      return row.surveyId === questions[0]?.surveyId && !goesAlong && own.values().some((code) => codes.has(code))
    })
    return [id, naming.map(({ use }) => use)]
  })
  return new Map(found.filter(([, list]) => list.length > 0))
}

function usesIn(row: Expressions) {
  return (['relevant', 'constraint', 'calculation'] as const).flatMap((field) => {
    const { expression } = parseExpression(row[field] ?? '')
    const use: ExpressionUse = { of: row.of, field, expression: row[field] ?? '' }
    return expression ? [{ row, use, codes: referencesOf(expression) }] : []
  })
}
