/** The skip rules that a section, a question or an answer cannot go without: they go with it, or it stays. */
import { type RawBuilder, sql } from 'kysely'
import type { RuleUse } from '#contract/skips.ts'
import type { Db } from '../db/pool.ts'

/** A question is used where its answer is compared and where a rule leads. */
function usingQuestion(question: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${question} in (skip.from_question_id, skip.target_question_id)`
}

/** For each table: its rows, and how a rule uses one. */
const uses: Record<string, RawBuilder<unknown>> = {
  section: sql`(skip.target_section_id = used.id or exists (
    select from question where question.section_id = used.id and ${usingQuestion(sql`question.id`)}))`,
  question: usingQuestion(sql`used.id`),
  // An option is named by its id, or by its code, which may be written as a number.
  answer: sql`(skip.answer_id = used.id or skip.from_question_id = used.question_id and used.code in (
    select jsonb_array_elements_text(case jsonb_typeof(skip.value) when 'array' then skip.value else jsonb_build_array(skip.value) end)))`,
}

type UseRow = Omit<RuleUse, 'reference'> & { usedId: number }

/** By the id of the row that they use, in their order. */
export async function rulesUsing(db: Db, table: string, ids: readonly number[]): Promise<Map<number, RuleUse[]>> {
  const use = uses[table]
  if (!use || ids.length === 0) return new Map()
  const { rows } = await sql<UseRow>`
    select used.id as "usedId", skip.id, from_question.code as "from", skip.operator, skip.action,
      coalesce(skip.value, to_jsonb(answer.code)) as value,
      coalesce(to_jsonb(target_question.code), target_section.title) as "to"
    from ${sql.table(table)} used
      join skip on skip.survey_id = used.survey_id and ${use}
      join question from_question on from_question.id = skip.from_question_id
      left join answer on answer.id = skip.answer_id
      left join question target_question on target_question.id = skip.target_question_id
      left join section target_section on target_section.id = skip.target_section_id
    where used.id = any(${ids}) order by skip.priority, skip.id`.execute(db)
  const byRow = Map.groupBy(rows, ({ usedId }) => usedId)
  return new Map([...byRow].map(([id, list]) => [id, list.map(({ usedId: _, ...rule }) => withReference(rule))]))
}

/** `members GE 5 → items`: for callers without words of their own. */
function withReference(rule: Omit<RuleUse, 'reference'>): RuleUse {
  const { from, operator, value, action, to } = rule
  const title = to === null || typeof to === 'string' ? to : Object.values(to)[0]
  const compared = value === null ? [] : [Array.isArray(value) ? value.join(', ') : String(value)]
  return { ...rule, reference: [from, operator, ...compared, '→', action === 'END' ? action : title].join(' ') }
}
