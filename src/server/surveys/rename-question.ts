/** A question that gets another code: the expressions of its survey go on naming it. */
import { sql } from 'kysely'
import { withCode } from '#domain/expressions/expression.ts'
import { expressionFields, type ExpressionSource, type Repeat } from '#domain/surveys/survey.ts'
import type { AuditEntry } from '../audit.ts'
import { snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import { loadContent } from './content-store.ts'

interface Renamed {
  surveyId: number
  questionId: number
  from: string
  to: string
}

/** The expressions that name the question, with its new code. */
export function withNewCode(source: ExpressionSource, { from, to }: Pick<Renamed, 'from' | 'to'>): ExpressionSource {
  const changed = expressionFields
    .map((field) => [field, source[field] && withCode(source[field], from, to)] as const)
    .filter(([field, expression]) => expression && expression !== source[field])
  return Object.fromEntries(changed)
}

interface Named extends ExpressionSource {
  id: number
  repeat?: Repeat | null
}

/** How often a section repeats, where the question says it. */
function withNewCount({ repeat }: Named, { from, to }: Renamed): { repeat?: Repeat } {
  return repeat?.countCode === from ? { repeat: { ...repeat, countCode: to } } : {}
}

const columns = expressionFields.map((field) => ({ column: sql.ref(snake(field)), given: sql.ref(field) }))

/** The survey is locked, and the question itself has been changed. */
export async function renameInOthers(db: Db, renamed: Renamed, audit: (entry: AuditEntry) => void): Promise<void> {
  const { sections } = await loadContent(db, renamed.surveyId)
  const changedOf = <Row extends Named>(rows: readonly Row[]) =>
    rows.flatMap((before) => {
      const changes = { ...withNewCode(before, renamed), ...withNewCount(before, renamed) }
      return Object.keys(changes).length === 0 ? [] : [{ before, after: { ...before, ...changes } }]
    })
  const inSections = changedOf(sections)
  const others = sections.flatMap(({ questions }) => questions).filter(({ id }) => id !== renamed.questionId)
  const inQuestions = changedOf(others)
  await sql`
    update section set relevant = given.relevant, repeat = given.repeat, version = section.version + 1, updated_at = now()
    from jsonb_to_recordset(${written(inSections)}::jsonb) as given(id bigint, relevant text, repeat jsonb)
    where section.id = given.id`.execute(db)
  await sql`
    update question set ${sql.join(columns.map(({ column, given }) => sql`${column} = given.${given}`))},
      version = question.version + 1, updated_at = now()
    from jsonb_to_recordset(${written(inQuestions)}::jsonb)
      as given(id bigint, ${sql.join(columns.map(({ given }) => sql`${given} text`))})
    where question.id = given.id`.execute(db)
  for (const { before, after } of inSections) {
    audit({ action: 'sections.update', subjectType: 'section', subjectId: before.id, before, after })
  }
  for (const { before, after } of inQuestions) {
    audit({ action: 'questions.update', subjectType: 'question', subjectId: before.id, before, after })
  }
}

function written(rows: readonly { after: object }[]): string {
  return JSON.stringify(rows.map(({ after }) => after))
}
