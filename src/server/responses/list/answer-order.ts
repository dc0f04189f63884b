/** Pages of responses in the order of their answers to one question; those without an answer are last, either way. */
import { type RawBuilder, sql } from 'kysely'
import type { ResponseRow } from '#contract/responses.ts'
import type { Place } from '../../db/page.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { fenced } from '../../db/named.ts'
import type { ResponseFilter } from './filter.ts'
import { fewForms } from './forms-found.ts'
import { rowColumns, rowJoins } from './row.ts'

/** Of a list in the order of answers: `answer.age`. */
export function answerSorted(sort: string | undefined): { code: string; descending: boolean } | undefined {
  const [, minus, code] = /^(-?)answer\.(\w+)$/.exec(sort ?? '') ?? []
  return code === undefined ? undefined : { code, descending: minus === '-' }
}

/** The value of each form, for a file of all that match: numbers as they are, words beside them. */
export function answerOrder({ code, descending }: { code: string; descending: boolean }, { personal }: ResponseFilter) {
  const pick = descending ? sql`max` : sql`min`
  return sql`(
    select row(${pick}(a.number), ${pick}(a.word)) from answer_index a join indexed_question q using (survey_id, question_id)
    where a.survey_id = form.survey_id and a.form_id = form.id and q.code = ${code}
      and (not q.personal or ${personal === 'SHOWN'}::boolean) having count(*) > 0)`
}

interface Ordered {
  surveyId: number
  code: string
  descending: boolean
  /** On `form`, and all that match as an item of FROM. */
  where: RawBuilder<unknown>
  matching: RawBuilder<unknown>
  /** How many responses match. */
  total: number
}

/** The number of responses below which gathering is faster than walking the index. */
const fewRows = 2000
/** Pages beyond this one are far: all that match are gathered for them. */
const nearReach = 10_000

export async function pageByAnswer(db: Db, ordered: Ordered, { offset, pageSize }: Place): Promise<ResponseRow[]> {
  const { surveyId, code, descending, where, matching, total } = ordered
  const limit = Math.min(pageSize, Math.max(0, total - offset))
  if (limit === 0) return []
  const known = await rowsOf<{ id: number; kind: string }>(db)`
    select question_id as id, kind from indexed_question where survey_id = ${surveyId} and code = ${code}`
  const [question, ...others] = known
  if (!question) return []
  const value = sql.ref(question.kind === 'WORD' || question.kind === 'TEXT' ? 'word' : 'number')
  const direction = descending ? sql`desc` : sql`asc`
  const cut = sql`limit ${limit} offset ${offset}`
  // Along the index, as long as it answers soon.
  const found = fenced(sql`
    select form.survey_id, form.id from form where form.survey_id = a.survey_id and form.id = a.form_id and ${where}`)
  const walked = sql`
    select found.survey_id, found.id, a.value from (
      select ${surveyId}::bigint as survey_id, a.form_id, a.${value} as value from answer_index a
      where a.question_id = ${question.id} and a.${value} is not null
      order by a.${value} ${direction}, a.form_id ${direction} limit ${reachOf(ordered, offset + limit)}
    ) a cross join lateral ${found} found order by a.value ${direction}, a.form_id ${direction} ${cut}`
  const picked = sql`${descending ? sql`max` : sql`min`}(a.${value}) as ${value} from answer_index a`
  const questions = sql`any(${known.map(({ id }) => id)}::bigint[])`
  // Few look up their own answers; among many, all answers are met with all forms at once.
  const answers =
    total <= fewForms
      ? sql`left join lateral ${fenced(
          sql`select ${picked} where a.survey_id = form.survey_id and a.form_id = form.id
            and a.question_id + 0 = ${questions}`,
        )} a on true`
      : sql`full join (
          select a.form_id, ${picked} where a.question_id = ${questions} and a.${value} is not null group by 1
        ) a on a.form_id = form.id`
  const gathered = sql`
    select form.survey_id, form.id, a.${value} as value from ${matching} ${answers}
    where coalesce(form.id, 0) > 0
    order by a.${value} ${direction} nulls last, form.id ${direction} ${cut}`
  const read = async (page: RawBuilder<unknown>) =>
    (
      await sql<ResponseRow>`
        select ${rowColumns} from (${page}) page join form using (survey_id, id) ${rowJoins}
        order by page.value ${direction} nulls last, form.id ${direction}`.execute(db)
    ).rows
  if (others.length === 0 && total > fewRows && offset < nearReach) {
    const rows = await read(walked)
    if (rows.length === limit) return rows
  }
  return read(gathered)
}

/** Some times the rows that are expected to hold enough matching ones. */
function reachOf({ total }: Ordered, need: number): number {
  return Math.min(50_000, Math.max(20 * need, Math.ceil((20_000_000 / total) * need)))
}
