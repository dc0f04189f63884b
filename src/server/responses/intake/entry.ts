/** One response by call, and the form that it answers. */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { entry, type EntryForm } from '#contract/entry.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { storedBy } from '../../attachments/store.ts'
import type { Db } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { type Context, on, onTogether, type Route, type TakeAll, type Turn } from '../../http/context.ts'
import { openSurvey, openSurveyForAll } from '../../scope.ts'
import type { Settings } from '../../settings.ts'
import { getGeolocation } from '../../surveys/geolocation-store.ts'
import { freshFiles } from '../../surveys/made-lists.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { Turnstiles } from '../../turnstile.ts'
import { collectorOf } from '../list/collectors.ts'
import { asSeen, listResponses, phoneSight } from '../list/row.ts'
import { getIntakeSurvey, type IntakeSurvey } from './intake-store.ts'
import { type Entry, isTaken, takeEntries } from './take-entries.ts'

const form = on(entry.form, async ({ db, params, actor, services }) => {
  const survey = await getIntakeSurvey(db, await openSurvey(db, actor, 'enter', params.surveyId))
  return entryFormOf(db, survey, services.settings)
})

/** They all name the survey alike. */
const takeSent: TakeAll<typeof entry.send> = async (db, calls) => {
  const [first] = calls
  if (!first) return []
  const ref = first.body.surveyId ?? first.body.encodedId ?? ''
  const surveyId = await openSurveyForAll(
    db,
    calls.map(({ actor }) => actor),
    'enter',
    ref,
  )
  const entries = calls.map(entryOf)
  const outcomes = await takeEntries(db, { surveyId, settings: first.services.settings }, entries)
  const ids = outcomes.flatMap((outcome) => (isTaken(outcome) ? outcome.id : []))
  const rows = await listResponses(db, ids, [surveyId])
  return calls.map(({ actor, audit }, at) => {
    const outcome = outcomes[at]
    if (!isTaken(outcome)) return outcome
    const { id, isRepeated: repeated } = outcome
    const own = actor.program?.participant
    const collector = actor.program && (own ? { participantId: own.id } : { collector: actor.username })
    const after = { surveyId, clientUuid: entries[at]?.formKey, source: entries[at]?.source, ...collector, repeated }
    audit({ action: 'responses.create', subjectType: 'form', subjectId: id, after })
    const row = asSeen(found({ rows: rows.filter((row) => row.id === id) }), phoneSight(actor))
    // What raises flags is not for those who are asked.
    return own ? { ...row, flags: [] } : row
  })
}

function entryOf({ body, actor }: Context<typeof entry.send>): Entry {
  const { surveyVersion, clientUuid: formKey = randomUUID(), source = 'API' } = body
  const participant = actor.program?.participant
  return {
    body,
    formKey,
    // Participants with their own link answer for themselves, so the form asks for their consent.
    source: participant ? 'SCREEN' : source,
    participant,
    collector: collectorOf(actor),
    files: storedBy(actor),
    versionOf(current) {
      if (surveyVersion !== undefined && surveyVersion !== current) throw new AppError('SURVEY_VERSION_CHANGED')
      return current
    },
  }
}

/** The questionnaire of the published version, as respondents and staff fill it in. */
export async function entryFormOf(
  db: Db,
  survey: IntakeSurvey,
  settings: Pick<Settings, 'phoneCountry'>,
): Promise<EntryForm> {
  if (survey.currentVersion === null) throw new AppError('SURVEY_NOT_OPEN')
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion)
  const { mode } = await getGeolocation(db, survey.id)
  return {
    surveyId: survey.id,
    title: survey.title,
    surveyVersion: number,
    refusal: intakeRefusal(survey, new Date()) ?? null,
    status: survey.status,
    startsAt: survey.startsAt,
    participantRequired: survey.participantRequired || survey.isListed,
    isPaid: survey.surveyType === 'PAID',
    phoneCountry: phoneCountryOf(survey, settings.phoneCountry) ?? null,
    questionPerPage: survey.questionPerPage,
    fence: mode,
    content: content.files ? { ...content, files: await freshFiles(db, content.files) } : content,
  }
}

/**
 * By what the caller names the survey with, one handful at a time: a second one would wait for the same lock, and be smaller
 * than it could be. A workbook may hold that lock for seconds. Responses that wait for it leave connections to others, and
 * places to other surveys.
 */
export const intakeTurns = new Turnstiles({ each: 1, all: 8 }, { patienceMs: 10_000 })

/** Of calls that name their survey in the path or in the body. */
function surveyNamed({ params, body }: { params: object; body: unknown }): string {
  const { encodedId, surveyId } = { ...(body as object), ...params } as { encodedId?: unknown; surveyId?: unknown }
  return JSON.stringify([encodedId, surveyId])
}

/** Responses that wait for the same survey are taken together. */
export function takenTogether<E extends Endpoint>(endpoint: E, takeAll: TakeAll<E>): Route {
  return onTogether(endpoint, { turns: intakeTurns, nameOf: surveyNamed, takeAll })
}

export const intakeTurn: Turn = (call, work) => intakeTurns.pass(surveyNamed(call), work)

export const entryRoutes = [form, takenTogether(entry.send, takeSent)]
