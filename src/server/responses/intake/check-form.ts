/** The problems of one response, from every door: all at once, by the keys of its fields and answers. */
import { type Print, printsOf } from '#domain/answers/answer-prints.ts'
import type { ResponseSource } from '#domain/answers/response.ts'
import type { GivenConsent } from '#domain/surveys/notices.ts'
import { refOfKey } from '#domain/answers/answer-keys.ts'
import { type AnswerProblem, type Answers, checkAnswers, isNoFix, isOnEarth } from '#domain/answers/answers.ts'
import { type FenceVerdict, type Geofence, judgeFix } from '#domain/answers/geofence.ts'
import { formProblems, type IntakeRules } from '#domain/surveys/intake.ts'
import type { FieldProblem, Problem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'

/** One response as the database takes it. */
export interface FormRow {
  /** Of a file, as Excel counts. */
  row: number
  formKey: string
  /** E.164. */
  phone: string | null
  /** The participant's name when this response makes them known. */
  name: string | null
  submittedAt: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  /** The verdict on its place; null when the survey does not look at places. */
  fence: FenceVerdict | null
  fenceDistance: number | null
  flags: readonly string[]
  answers: Answers
  paradata?: Paradata
  /** Who collected it, in the words of a file, or by number. */
  collector?: string
  collectorId?: number | null
  /** Of one that did not come in a file: the version that it was filled in, and the door. */
  version?: number
  source?: ResponseSource
  /** What it may have in common with others. */
  prints?: readonly Print[]
}

/** How it was filled in, as the sender's program tells. */
export interface Paradata {
  startedAt?: string
  finishedAt?: string
  deviceId?: string
  consent?: GivenConsent
}

/** A response that says nothing yet. */
export const blankForm = {
  phone: null,
  name: null,
  submittedAt: null,
  latitude: null,
  longitude: null,
  accuracy: null,
  fence: null,
  fenceDistance: null,
  flags: [],
}

export interface FormRules {
  content: SurveyContent
  now: Date
  intake: IntakeRules
  /** Left out while it is OFF. */
  fence?: Geofence | undefined
}

/** `key`: the name of a field, or the key of an answer. */
export interface KeyedProblem extends Problem {
  key: string
}

/**
 * Adds the verdict on the place, the calculated answers and the prints to the form. `unread`: keys of unreadable
 * answers, which have their problem already. A wrong answer leaves the form, as the database reads it too and cannot
 * take every text.
 */
export function checkForm(form: FormRow, rules: FormRules, unread: ReadonlySet<string>): KeyedProblem[] {
  const { content, now, intake } = rules
  const place = [...placeProblems(form), ...judgePlace(form, rules, unread)]
  const ofForm = [...formProblems(intake, form, now), ...place].filter(({ key }) => !unread.has(key))
  // The day of the interview is the present day of its conditions.
  const moment = form.submittedAt ?? now.toISOString()
  const clock = { today: moment.slice(0, 10), now: moment }
  const { problems, answers } = checkAnswers(content, form.answers, { ...clock, unread })
  form.answers = answers
  const ofAnswers = problems.map(({ question: _, repetition: _repetition, ...found }) => found)
  for (const { key } of ofAnswers) delete form.answers[key]
  form.prints = printsOf(content, { ...form, deviceId: form.paradata?.deviceId })
  return [...ofForm, ...ofAnswers]
}

const dayMs = 86_400_000

/** Clocks of phones run ahead by hours, not by days. */
export function momentProblem(moment: string, now: Date): Problem | undefined {
  const ms = Date.parse(moment)
  if (ms < 0) return { code: 'NOT_A_TIME' }
  return ms > now.getTime() + dayMs ? { code: 'IN_FUTURE' } : undefined
}

export const placeCodes = ['latitude', 'longitude', 'accuracy'] as const
type PlaceCode = (typeof placeCodes)[number]

export function pointProblem(code: PlaceCode, value: number): Problem | undefined {
  return isPossible(code, value) ? undefined : { code: 'POINT_RANGE' }
}

function isPossible(code: PlaceCode, value: number): boolean {
  switch (code) {
    case 'latitude':
      return isOnEarth(value, 0)
    case 'longitude':
      return isOnEarth(0, value)
    case 'accuracy':
      return value >= 0
  }
}

/** Half a place is no place, and neither is 0, 0. */
function placeProblems({ latitude, longitude, accuracy }: FormRow): KeyedProblem[] {
  if (latitude === null && longitude === null && accuracy === null) return []
  if (isNoFix(latitude, longitude)) return [{ key: 'latitude', code: 'POINT_ZERO' }]
  const missing = { latitude, longitude }
  return Object.entries(missing).flatMap(([key, value]) => (value === null ? [{ key, code: 'REQUIRED' }] : []))
}

/** A place that could not be read has its problem already. */
function judgePlace(form: FormRow, { fence }: FormRules, unread: ReadonlySet<string>): KeyedProblem[] {
  const { latitude, longitude, accuracy } = form
  if (!fence || placeCodes.some((code) => unread.has(code)) || placeProblems(form).length > 0) return []
  const fix = latitude === null || longitude === null ? null : { latitude, longitude, accuracy }
  const { result, flags, problem } = judgeFix(fence, fix)
  Object.assign(form, { fence: result.verdict, fenceDistance: result.distance, flags })
  return problem ? [{ key: 'latitude', ...problem }] : []
}

/** By question code, wherever in the body the answers were. */
export function problemsByCode(
  content: SurveyContent,
  problems: readonly Omit<AnswerProblem, 'question'>[],
): FieldProblem[] {
  return problems.map(({ key, code, limit }) => ({
    path: `answers.${refOfKey(content, key)}`,
    code,
    ...(limit === undefined ? {} : { limit }),
  }))
}
