/** What a person has entered and not sent yet. Pure. */
import type { Draft } from '#contract/drafts.ts'
import type { NewResponse } from '#contract/entry.ts'
import type { Consent } from '#domain/surveys/notices.ts'
import { type FormAnswers, isOther } from '../../../questionnaire/given.ts'

export interface EntryWork {
  /** The name of the form: sent again after a lost answer, it is the same form. */
  clientUuid: string
  startedAt: string
  participantPhone: string
  participantName: string
  /** Of the interview, YYYY-MM-DD. */
  day: string
  latitude: number | null
  longitude: number | null
  consent?: Consent | null | undefined
  answers: FormAnswers
  /** What its answers began with. */
  begunWith?: FormAnswers | undefined
}

export function blankWork(clientUuid: string, day: string, startedAt: string, begunWith: FormAnswers): EntryWork {
  return {
    clientUuid,
    startedAt,
    participantPhone: '',
    participantName: '',
    day,
    latitude: null,
    longitude: null,
    answers: begunWith,
    begunWith,
  }
}

/** What a draft holds. */
export function workOf(draft: Draft | null): EntryWork | undefined {
  if (!draft) return undefined
  const { surveyId: _, surveyVersion: _version, version: _own, updatedAt: _at, ...work } = draft
  return work
}

/** Whether something would be lost with it. */
export function isBegun({
  participantPhone,
  participantName,
  latitude,
  longitude,
  consent,
  answers,
  begunWith = {},
}: EntryWork): boolean {
  const hasPlace = latitude !== null || longitude !== null
  return !!consent || participantPhone !== '' || participantName !== '' || hasPlace || isOther(answers, begunWith)
}

/** An interview of another day was in the middle of it; one of today ends now, by the clock of the server. */
export function submittedAt(day: string, today: string): string | undefined {
  const noon = new Date(`${day}T12:00`)
  return day === today || Number.isNaN(noon.getTime()) ? undefined : noon.toISOString()
}

type EntryBody = Omit<NewResponse, 'encodedId'>

/** `answers`: those of the questions that are asked. */
export function bodyOf(
  work: EntryWork,
  {
    surveyId,
    surveyVersion,
    today,
    finishedAt,
    answers,
  }: Pick<EntryBody, 'surveyId' | 'surveyVersion' | 'answers'> & { today: string; finishedAt: string },
): EntryBody {
  const { clientUuid, participantPhone, participantName, day, latitude, longitude, consent } = work
  const place = { ...(latitude === null ? {} : { latitude }), ...(longitude === null ? {} : { longitude }) }
  const moment = submittedAt(day, today)
  return {
    surveyId,
    surveyVersion,
    clientUuid,
    source: 'STAFF',
    startedAt: work.startedAt,
    finishedAt,
    ...(participantPhone.trim() === '' ? {} : { participantPhone }),
    ...(participantName.trim() === '' ? {} : { participantName }),
    ...(moment === undefined ? {} : { submittedAt: moment }),
    ...place,
    ...(consent ? { consent } : {}),
    answers,
  }
}
