/** A form that was corrected in its app corrects its response, by the way of all other corrections. */
import type { EntryBody } from '#contract/entry.ts'
import { wholeAnswers } from '#domain/answers/answer-edit.ts'
import type { Answers } from '#domain/answers/answers.ts'
import { openIntake } from '#domain/surveys/intake.ts'
import { phoneCountryOf } from '#domain/people/phone.ts'
import { AppError } from '../errors.ts'
import { phoneParser } from '../phones.ts'
import { collectorOf, noteCollector } from '../responses/list/collectors.ts'
import { type Editing, openForEdit } from '../responses/edit/edit.ts'
import { lockFormInHand } from '../responses/edit/edit-store.ts'
import { correctWhole } from '../responses/edit/header-edit.ts'
import { getIntakeSurvey } from '../responses/intake/intake-store.ts'
import { readEntry } from '../responses/intake/read-entry.ts'
import type { Settings } from '../settings.ts'
import { isCorrectable } from './form-names.ts'

interface Corrected {
  surveyId: number
  responseId: number
  instanceId: string
  body: EntryBody
  settings: Pick<Settings, 'phoneCountry'>
}

/** Under the lock of the survey. CORRECTION_CLOSED when it is no response of an app, RESPONSE_LOCKED by its payment, else all that is wrong with it at once. */
export async function correctResponse(
  editing: Editing,
  { surveyId, responseId, instanceId, body, settings }: Corrected,
): Promise<void> {
  const { db, actor } = editing
  const survey = await getIntakeSurvey(db, surveyId)
  const form = await lockFormInHand(db, responseId, [surveyId])
  if (!(await isCorrectable(db, actor, { surveyId, responseId }))) throw new AppError('CORRECTION_CLOSED')
  const inHand = await openForEdit(db, form)
  const { participantPhone, participantName, latitude, longitude, accuracy, answers } = body
  const whole = { participantPhone, participantName, latitude, longitude, accuracy, answers }
  // The interview stays on its day, and consent was given then.
  const read = readEntry({ ...whole, submittedAt: form.submittedAt }, instanceId, {
    content: inHand.content,
    now: new Date(),
    intake: openIntake,
    parsePhone: phoneParser(phoneCountryOf(survey, settings.phoneCountry)),
    consent: 'TAKEN',
  })
  if (read.problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: read.problems })
  const { phone, answers: sent, ...place } = read.form
  await noteCollector(db, collectorOf(actor))
  await correctWhole(editing, {
    survey,
    inHand,
    header: {
      participantPhone: phone,
      latitude: place.latitude,
      longitude: place.longitude,
      accuracy: place.accuracy,
    },
    given: wholeAnswers(inHand.content, form.answers, new Map(Object.entries<Answers[string]>(sent))),
    files: { form: instanceId },
    settings,
  })
}
