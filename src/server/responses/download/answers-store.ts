/** The responses to one survey with their answers, all that a filter asks for as they are at one moment. */
import { type Kysely, sql } from 'kysely'
import type { Answers } from '#domain/answers/answers.ts'
import type { FenceVerdict } from '#domain/answers/geofence.ts'
import type { GivenConsent } from '#domain/surveys/notices.ts'
import { maskPhone } from '#domain/people/phone.ts'
import type { ResponseSource, ResponseStatus } from '#domain/answers/response.ts'
import { mapWhole, type Whole } from '../../db/read-whole.ts'
import { collectorJoins, collectorName } from '../list/collectors.ts'
import { type ResponseListRequest, wholeForms } from '../list/list-store.ts'

export interface AnsweredRow {
  id: number
  formKey: string
  surveyVersion: number
  status: ResponseStatus
  submittedAt: string
  receivedAt: string
  phone: string | null
  siteCode: string | null
  unitCode: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  fence: FenceVerdict | null
  flags: string[]
  source: ResponseSource
  collector: string | null
  answers: Answers
  consent: GivenConsent | null
  /** When the interview began and ended, by the clock of the device. */
  startedAt: string | null
  finishedAt: string | null
  deviceId: string | null
}

/** From `form` with these joins. */
export const answered = {
  columns: sql`form.id, form.client_uuid as "formKey", form.survey_version as "surveyVersion", form.status,
      form.submitted_at as "submittedAt", form.received_at as "receivedAt", participant.phone, site.code as "siteCode",
      unit.code as "unitCode", form.latitude, form.longitude, form.accuracy, form.fence, form.flags, form.source,
      ${collectorName} as collector, doc.answers, doc.paradata -> 'consent' as consent,
      (doc.paradata ->> 'startedAt')::timestamptz as "startedAt",
      (doc.paradata ->> 'finishedAt')::timestamptz as "finishedAt", doc.paradata ->> 'deviceId' as "deviceId"`,
  joins: sql`join form_doc doc using (survey_id, id) join survey on survey.id = form.survey_id
      left join person participant on participant.id = form.participant_id
      ${collectorJoins}
      left join site on site.id = survey.site_id
      left join administrative_unit unit on unit.id = site.administrative_unit_id`,
}

export function wholeAnswers<T>(
  db: Kysely<unknown>,
  asked: ResponseListRequest,
  use: (whole: Whole<AnsweredRow>) => Promise<T>,
): Promise<T> {
  return wholeForms<AnsweredRow, T>(db, asked, answered, (whole) =>
    use(
      asked.sight === 'FULL'
        ? whole
        : mapWhole(whole, (row) => (row.phone === null ? row : { ...row, phone: maskPhone(row.phone) })),
    ),
  )
}
