/** The row of a response in every view: its columns and the tables around `form` that they come from. */
import { type RawBuilder, sql } from 'kysely'
import { ResponseRow } from '#contract/responses.ts'
import type { Answers } from '#domain/answers/answers.ts'
import type { GivenConsent } from '#domain/surveys/notices.ts'
import { maskPhone, seesPhones } from '#domain/people/phone.ts'
import { isOneOf, runFor, runNamed, unseen } from '../../db/named.ts'
import { columnList, snake } from '../../db/names.ts'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../http/context.ts'
import { found } from '../../db/table-store.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import { collectorJoins, collectorName } from './collectors.ts'

/** Those that are no columns of the form. */
const derived: Record<string, RawBuilder<unknown>> = {
  surveyTitle: sql`survey.title`,
  formKey: sql`form.client_uuid`,
  participant: sql`case when participant.id is not null
    then json_build_object('id', participant.id, 'name', participant.name) end`,
  phone: sql`participant.phone`,
  reviewedBy: sql`reviewer.name`,
  issueCategoryTitle: sql`(select title from issue_category c where c.id = form.issue_category_id)`,
  paymentStatus: sql`payable.status`,
  collector: collectorName,
  version: sql`form.row_version`,
}

const names = Object.keys(ResponseRow.shape).filter((name) => name !== 'cells')
const ofForm = Object.fromEntries(names.map((name) => [name, sql.ref(`form.${snake(name)}`)]))

export const rowColumns = columnList(names, { ...ofForm, ...derived })

/** Joined to the forms that are already chosen, never to more. */
export const rowJoins = sql`
  join survey on survey.id = form.survey_id
  left join person participant on participant.id = form.participant_id
  left join person reviewer on reviewer.id = form.reviewed_by
  ${collectorJoins}
  left join payable_response owed on owed.survey_id = form.survey_id and owed.response_id = form.id
    and owed.released_at is null
  left join payable on payable.id = owed.payable_id`

/** A caller with the right to phones sees numbers in full; others see the ends of them. */
export type PhoneSight = 'FULL' | 'MASKED'

export function phoneSight({ permissions }: Pick<Actor, 'permissions'>): PhoneSight {
  return seesPhones(permissions) ? 'FULL' : 'MASKED'
}

/** Whether answers to questions marked personal may be shown, and may narrow the list: a caller who may not see them must not find by them. */
export type PersonalSight = 'SHOWN' | 'HIDDEN'

export function personalSight({ permissions }: Pick<Actor, 'permissions'>): PersonalSight {
  return permissions.has('responses.personal') ? 'SHOWN' : 'HIDDEN'
}

export function asSeen<Row extends ResponseRow>(row: Row, sight: PhoneSight): Row {
  return sight === 'FULL' || row.phone === null ? row : { ...row, phone: maskPhone(row.phone) }
}

/** One survey, so that the plan takes it for a usual one. */
function ofScope(scope: SurveyScope, surveyId: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  const [first, ...rest] = scope === 'ALL' ? [] : scope
  return first !== undefined && rest.length === 0 ? sql`${surveyId} = ${unseen(first)}` : inScope(scope, surveyId)
}

/** On `form`, within scope. Drafts are no responses yet. */
export function responsesOf(scope: SurveyScope): RawBuilder<unknown> {
  return sql`form.status <> 'DRAFT' and ${ofScope(scope, sql`form.survey_id`) ?? sql`true`}`
}

/** On `form`: these ids within scope. */
export function formsOf(ids: readonly number[], scope: SurveyScope): RawBuilder<unknown> {
  return sql`${isOneOf(sql`form.id`, ids)} and ${responsesOf(scope)}`
}

/** One row; NOT_FOUND when there is none in scope. */
export async function getResponse(
  db: Db,
  id: number,
  { scope, sight }: { scope: SurveyScope; sight: PhoneSight },
): Promise<ResponseRow> {
  return asSeen(found({ rows: await listResponses(db, [id], scope) }), sight)
}

/** With phones in full. */
export function listResponses(db: Db, ids: readonly number[], scope: SurveyScope): Promise<ResponseRow[]> {
  return runFor(
    db,
    ids.length,
    sql<ResponseRow>`select ${rowColumns} from form ${rowJoins} where ${formsOf(ids, scope)}`,
  )
}

export interface StoredAnswers {
  accuracy: number | null
  answers: Answers
  consent: GivenConsent | null
}

export async function getAnswers(db: Db, { surveyId, id }: ResponseRow): Promise<StoredAnswers> {
  const stored = sql<StoredAnswers>`
    select form.accuracy, doc.answers, doc.paradata -> 'consent' as consent from form join form_doc doc using (survey_id, id)
    where form.survey_id = ${surveyId} and form.id = ${id}`
  return found({ rows: await runNamed(db, stored) })
}
