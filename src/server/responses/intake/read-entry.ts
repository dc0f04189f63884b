/** From the body of a call to one response, or to everything that is wrong with it. Touches nothing. */
import type { EntryBody } from '#contract/entry.ts'
import { keyOfRef, meaningOf, refOfKey } from '#domain/answers/answer-keys.ts'
import type { Answers } from '#domain/answers/answers.ts'
import { maskPhone, type PhoneParser } from '#domain/people/phone.ts'
import type { FieldProblem, Problem } from '#domain/problems.ts'
import { type Question } from '#domain/surveys/survey.ts'
import {
  blankForm,
  checkForm,
  type FormRow,
  type FormRules,
  momentProblem,
  type Paradata,
  placeCodes,
  pointProblem,
} from './check-form.ts'

export interface EntryRules extends FormRules {
  parsePhone: PhoneParser
  /** TAKEN: the response is stored, so the form does not need consent again. */
  consent: 'ASKED' | 'TAKEN'
}

interface Place {
  key: string
  /** As problems name it: `answers.village.other`. */
  path: string
  /** Absent for the number of repetitions. */
  question: Question | undefined
  isOther: boolean
}

/** Of a name that no question has, its beginning is enough to find it by. */
const shownName = 80

export function readEntry(
  body: EntryBody,
  formKey: string,
  rules: EntryRules,
): { form: FormRow; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const unread = new Set<string>()
  const form: FormRow = { ...blankForm, row: 1, formKey, answers: {} }
  const report = (key: string, path: string, { otherRow: _, value: _value, ...found }: Problem) => {
    unread.add(key)
    problems.push({ path, ...found })
  }
  const field = (key: string, found: Problem | undefined) => found && report(key, key, found)

  field('participantPhone', readParticipant(body, form, rules.parsePhone))
  form.submittedAt = body.submittedAt ?? null
  field('submittedAt', body.submittedAt ? momentProblem(body.submittedAt, rules.now) : undefined)
  for (const key of ['startedAt', 'finishedAt'] as const)
    field(key, body[key] ? momentProblem(body[key], rules.now) : undefined)
  form.paradata = readParadata(body, rules)
  field('consent', consentProblem(body, rules))
  field('consent.language', languageProblem(body, rules))
  if (Date.parse(form.paradata.finishedAt ?? '') < Date.parse(form.paradata.startedAt ?? ''))
    field(body.finishedAt ? 'finishedAt' : 'startedAt', { code: 'RANGE_REVERSED' })
  for (const code of placeCodes) {
    const { [code]: value } = body
    form[code] = value ?? null
    field(code, value === null || value === undefined ? undefined : pointProblem(code, value))
  }

  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body.answers)) {
    const place = placeOf(rules.content, keyOfRef(rules.content, name))
    if (!place) problems.push({ path: `answers.${name.slice(0, shownName)}`, code: 'UNKNOWN_QUESTION' })
    else if (Object.hasOwn(given, place.key)) report(place.key, place.path, { code: 'DUPLICATE' })
    else if (value !== null) readAnswer(place, value)
  }

  function readAnswer({ key, path, question, isOther }: Place, value: unknown) {
    if (!isOther && question?.type === 'PHONE' && typeof value === 'string') {
      const { value: phone, problem } = rules.parsePhone(value)
      if (problem) report(key, path, { code: problem })
      else given[key] = phone
    } else given[key] = value
  }

  // What cannot be an answer leaves the form with its problem.
  form.answers = given as Answers
  for (const { key, ...found } of checkForm(form, rules, unread)) {
    const place = placeOf(rules.content, key)
    report(key, place?.path ?? key, found)
  }
  return { form, problems }
}

/** Undefined for a key that no answer has. */
function placeOf(content: FormRules['content'], key: string): Place | undefined {
  const meaning = meaningOf(content, key)
  const { question, isOther = false } = meaning ?? {}
  return meaning && { key, path: `answers.${refOfKey(content, key)}`, question, isOther }
}

/** Consent is given to a text, so a version without one takes none. */
function consentProblem({ consent }: EntryBody, { content, consent: door, now }: EntryRules): Problem | undefined {
  if (!content.notices?.consent) return consent ? { code: 'NOT_ALLOWED' } : undefined
  if (consent) return momentProblem(consent.at, now)
  return door === 'ASKED' ? { code: 'CONSENT_NEEDED' } : undefined
}

/** People agree to what they can read. */
function languageProblem({ consent }: EntryBody, { content }: EntryRules): Problem | undefined {
  const agreed = content.notices?.consent
  if (!agreed || !consent || Object.hasOwn(agreed.body, consent.language)) return undefined
  return { code: 'CONSENT_LANGUAGE', names: Object.keys(agreed.body).join(', ') }
}

function readParadata(body: EntryBody, { content, now }: EntryRules): Paradata {
  const { startedAt, finishedAt, submittedAt, deviceId, consent } = body
  const agreed = content.notices?.consent
  return {
    ...(startedAt ? { startedAt, finishedAt: finishedAt ?? submittedAt ?? now.toISOString() } : {}),
    ...(deviceId ? { deviceId } : {}),
    ...(consent && agreed ? { consent: { ...consent, id: agreed.id, version: agreed.version } } : {}),
  }
}

function readParticipant(body: EntryBody, form: FormRow, parsePhone: PhoneParser): Problem | undefined {
  const { participantPhone: written, participantName: name } = body
  // A name alone names no participant.
  if (!written) return name ? { code: 'REQUIRED' } : undefined
  const { value, problem } = parsePhone(written)
  if (problem) return { code: problem }
  form.phone = value
  form.name = name || maskPhone(value)
  return undefined
}
