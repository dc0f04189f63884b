/** The calls of a public link. */
import type { EntryForm } from '#contract/entry.ts'
import type { ReturnedForm, ReturnedRow } from '#contract/returned.ts'
import { isFileAnswer } from '#domain/answers/answer-check.ts'
import type { Answers, AnswerValue } from '#domain/answers/answer-values.ts'
import { fill } from '#domain/answers/filling.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { linkCalls } from '#domain/surveys/survey-link.ts'
import type { OpenForms } from '#contract/collector.ts'
import { partsOf } from './link-name.ts'
import { basePath } from '../api/page-settings.ts'
import { dayOf, type KeptFile, keptSurveyFiles, type Waiting } from './kept.ts'

/** The server said no: sending the same again changes nothing. */
export class Refused extends Error {
  readonly code: string
  readonly errors: readonly FieldProblem[]

  constructor(code: string, errors: readonly FieldProblem[] = []) {
    super(code)
    this.code = code
    this.errors = errors
  }
}

/** Undefined where the server says no. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Throws `Refused`, or another error when there is no network or the server is busy. */
export async function loadForm(encodedId: string): Promise<EntryForm> {
  return call<EntryForm>(linkCalls.form, encodedId)
}

/** The same. The forms that the collector's token opens. */
export async function loadOpenForms(): Promise<OpenForms> {
  return call<OpenForms>(linkCalls.forms, anyForm)
}

/** The same. Responses of the collector that were returned; the token of a survey has none. */
export async function loadReturnedRows(): Promise<ReturnedRow[]> {
  return (await unlessRefused(call<ReturnedRow[]>(`${linkCalls.returned}?pageSize=100`, anyForm))) ?? []
}

/** The same. The one that the link names, or the first by a participant's own link; other links have none. */
export async function loadReturned(link: string): Promise<ReturnedForm | undefined> {
  const { token, returned } = partsOf(link)
  if (returned === undefined && token === undefined) return undefined
  const id = returned ?? (await call<ReturnedRow[]>(linkCalls.returned, link))[0]?.id
  return id === undefined ? undefined : call<ReturnedForm>(correctPath(id), link)
}

/** The same. A file of the questionnaire, a list as its rows; one that came before is not asked for again. */
export async function loadFile(link: string, { id, kind, md5 }: SurveyFile): Promise<Blob> {
  const known = await keptSurveyFiles.get(md5)
  if (known !== undefined) return known
  const path = linkCalls.file.replace('{fileId}', String(id))
  const answer = await answerTo(kind === 'LIST' ? `${path}?as=rows` : path, link)
  if (!answer.ok) throw new Error(`The file did not come: ${answer.status}`)
  const bytes = await answer.blob()
  await keptSurveyFiles.put(md5, bytes)
  return bytes
}

function correctPath(id: number): string {
  return linkCalls.correct.replace('{id}', String(id))
}

/** The same. Stores one file for an answer; returns its id at the server. */
export async function sendFile(encodedId: string, clientUuid: string, kept: KeptFile): Promise<number> {
  const query = new URLSearchParams({ question: String(kept.question), clientUuid })
  const body = new FormData()
  body.append('file', kept.blob, kept.name)
  return (await call<{ file: number }>(`${linkCalls.upload}?${query}`, encodedId, body)).file
}

/** The same. A response that was sent before and came through is taken as sent. */
export async function sendWaiting(waiting: Waiting, content: SurveyContent): Promise<void> {
  const { encodedId, work, submittedAt, stored = {} } = waiting
  const { form, clientUuid, startedAt, participantPhone, participantName, position = {}, consent, correction } = work
  const asked = fill(content, work.answers, { today: dayOf(waiting) }).answers
  if (correction) {
    const { id, version, remark } = correction
    const word = remark.trim() === '' ? {} : { remark }
    const body = { version, answers: withStored(asked, stored), ...word }
    await call(correctPath(id), encodedId, body, 'PUT')
    return
  }
  await call(linkCalls.send, encodedId, {
    surveyVersion: form.surveyVersion,
    clientUuid,
    submittedAt,
    startedAt,
    ...(participantPhone.trim() === '' ? {} : { participantPhone }),
    ...(participantName.trim() === '' ? {} : { participantName }),
    ...position,
    ...(consent ? { consent } : {}),
    answers: withStored(asked, stored),
  })
}

/** Files by their ids at the server. */
function withStored(answers: Answers, stored: Record<number, number>): Answers {
  const own = (value: AnswerValue) =>
    isFileAnswer(value) ? { ...value, file: stored[value.file] ?? value.file } : value
  return Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, own(value)]))
}

interface Said<T> {
  data: T
  code?: string
  errors?: FieldProblem[]
}

async function call<T>(path: string, link: string, body?: object, method = 'POST'): Promise<T> {
  const answer = await answerTo(path, link, body, method)
  const { status } = answer
  // Later the same may go well.
  if (status >= 500 || status === 429 || status === 408) throw new Error(`The server is busy: ${status}`)
  const { data, code = 'VALIDATION_FAILED', errors } = (await answer.json()) as Said<T>
  if (status >= 400) throw new Refused(code, errors)
  return data
}

/** Of a collector no form in particular. */
const anyForm = '@'

/** The page of a collector has their token in its address, which no server sees. */
function collectorToken(link: string): string | undefined {
  return partsOf(link).collector === undefined ? undefined : location.hash.slice(1)
}

function answerTo(path: string, link: string, body?: object, method = 'POST'): Promise<Response> {
  const { encodedId, token = collectorToken(link) } = partsOf(link)
  const address = `${basePath}/api/v1${path.replace('{encodedId}', encodeURIComponent(encodedId))}`
  return fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    ...(body ? { method, body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    },
  })
}
