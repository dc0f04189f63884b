/** The row of a response in every view: its columns and the tables around `form` that they come from. */
import { sql } from 'kysely'
import type { ResponseRow } from '#contract/responses.ts'
import { maskPhone, seesPhones } from '#domain/people/phone.ts'
import { columnList, snake } from '../../db/names.ts'
import type { Actor } from '../../http/context.ts'
import { collectorJoins, collectorName } from './collectors.ts'

const ofForm = [
  'id',
  'surveyId',
  'surveyVersion',
  'status',
  'source',
  'isPilot',
  'flags',
  'latitude',
  'longitude',
  'fence',
  'fenceDistance',
  'submittedAt',
  'receivedAt',
  'reviewedAt',
  'reason',
  'issueCategoryId',
] as const

const derived = {
  ...Object.fromEntries(ofForm.map((name) => [name, sql.ref(`form.${snake(name)}`)])),
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

export const rowColumns = columnList(Object.keys(derived), derived)

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
