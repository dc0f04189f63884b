/** From the body of a call to one response, or to everything that is wrong with it. Touches nothing. */
import type { EntryBody } from '#contract/entry.ts'
import { type Answers, otherKey } from '#domain/answers.ts'
import { maskPhone, type PhoneParser } from '#domain/phone.ts'
import type { FieldProblem, Problem } from '#domain/problems.ts'
import { fileTypes, type Question, questionsOf } from '#domain/survey.ts'
import {
  blankForm,
  checkForm,
  type FormRow,
  type FormRules,
  momentProblem,
  placeCodes,
  pointProblem,
} from './check-form.ts'

export interface EntryRules extends FormRules {
  parsePhone: PhoneParser
}

interface Place {
  key: string
  /** As problems name it: `answers.village.other`. */
  path: string
  question: Question
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
  for (const code of placeCodes) {
    const { [code]: value } = body
    form[code] = value ?? null
    field(code, value === null || value === undefined ? undefined : pointProblem(code, value))
  }

  const places = placesOf(rules.content)
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body.answers)) {
    const place = places.get(name)
    if (!place) problems.push({ path: `answers.${name.slice(0, shownName)}`, code: 'UNKNOWN_QUESTION' })
    else if (Object.hasOwn(given, place.key)) report(place.key, place.path, { code: 'DUPLICATE' })
    else if (value !== null) readAnswer(place, value)
  }

  function readAnswer({ key, path, question }: Place, value: unknown) {
    const isOwn = key === String(question.id)
    if (isOwn && fileTypes.includes(question.type)) report(key, path, { code: 'FILES_NOT_TAKEN' })
    else if (isOwn && question.type === 'PHONE' && typeof value === 'string') {
      const { value: phone, problem } = rules.parsePhone(value)
      if (problem) report(key, path, { code: problem })
      else given[key] = phone
    } else given[key] = value
  }

  // What cannot be an answer leaves the form with its problem.
  form.answers = given as Answers
  const names = new Map([...places.values()].map((place) => [place.key, place]))
  for (const { key, ...found } of checkForm(form, rules, unread)) {
    const place = names.get(key)
    // A file cannot be given here, so that its question is excused, as in workbooks.
    if (place && found.code === 'REQUIRED' && fileTypes.includes(place.question.type)) continue
    report(key, place?.path ?? key, found)
  }
  return { form, problems }
}

/** By each of its names: the id and the code of its question. */
function placesOf(content: FormRules['content']): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const question of questionsOf(content)) {
    const { id, code } = question
    const own = { key: String(id), path: `answers.${code}`, question }
    const other = { key: otherKey(question), path: `answers.${code}.other`, question }
    places.set(own.key, own).set(code, own).set(other.key, other).set(`${code}.other`, other)
  }
  return places
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
