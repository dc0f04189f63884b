/** Which options are offered, and what an answer does to the others. Pure. */
import { answeredRepetitions } from '#domain/answers/answer-keys.ts'
import { answerKey, otherKey, type Repetition } from '#domain/answers/answer-values.ts'
import { takesOther } from '#domain/answers/answers.ts'
import { isFiltered, type Offering, offeringOf, parentPlaces } from '#domain/answers/choice-filter.ts'
import { planOf } from '#domain/answers/filling-plan.ts'
import { outerAt } from '#domain/answers/rosters.ts'
import {
  type AnswerOption,
  choiceTypes,
  type Question,
  questionsOf,
  type SurveyContent,
} from '#domain/surveys/survey.ts'
import { codesOf, type FormAnswers } from './given.ts'

/** The codes chosen before the question, each of an option of its own question; in the same repetition, one around it or outside of all. */
function chosenBefore(
  content: SurveyContent,
  question: Question,
  given: FormAnswers,
  repetition: Repetition,
): ReadonlySet<string> {
  const chosen = new Set<string>()
  const { places } = planOf(content)
  for (const place of parentPlaces(places, places.ofQuestion.get(question.id) ?? 0)) {
    const earlier = places.questions[place]
    if (!earlier) continue
    const codes = codesOf(given[answerKey(earlier, outerAt(repetition, places.sections[place]?.rosters.length ?? 0))])
    for (const { code } of earlier.answers) if (codes.includes(code)) chosen.add(code)
  }
  return chosen
}

function earlierChoices(content: SurveyContent, question: Question): Question[] {
  const all = questionsOf(content)
  const place = all.findIndex(({ id }) => id === question.id)
  return all.slice(0, place).filter(({ type }) => choiceTypes.includes(type))
}

/** In the order in which they are shown. A ranking takes all of its options. */
export function offeredOptions(
  content: SurveyContent,
  question: Question,
  given: FormAnswers,
  { offering, repetition }: { offering: Offering; repetition?: Repetition },
): readonly AnswerOption[] {
  const offered = isDependent(question) ? offering(question, repetition) : question.answers
  // The rows of a file are in their order, and no option of another question is above them.
  if (question.list) return offered
  const options = offered.toSorted((one, other) => one.position - other.position || one.id - other.id)
  if (!isFiltered(question)) return options
  const chosen = chosenBefore(content, question, given, repetition)
  return options.filter(({ parentCode }) => !parentCode || chosen.has(parentCode))
}

/** The nearest earlier question that decides which options are offered. */
export function parentOf(content: SurveyContent, question: Question): Question | undefined {
  const codes = new Set(question.answers.flatMap(({ parentCode }) => parentCode ?? []))
  return earlierChoices(content, question).findLast(({ answers }) => answers.some(({ code }) => codes.has(code)))
}

interface Change {
  key: string
  /** Undefined: it has no answer any more. */
  value: unknown
}

/** The answers after a change. With it go options that are no longer offered, and texts of an "other" no longer chosen. */
export function withAnswer(
  content: SurveyContent,
  given: FormAnswers,
  { key, value }: Change,
  today: string,
): FormAnswers {
  const { [key]: _before, ...others } = given
  const next: Record<string, unknown> = value === undefined ? others : { ...others, [key]: value }
  let offering = offeringOf(content, next, { today })
  for (const section of content.sections) {
    const dependent = section.questions.filter(
      (each) => choiceTypes.includes(each.type) && (isDependent(each) || takesOther(each)),
    )
    const repetitions = dependent.length > 0 ? answeredRepetitions(content, section, next) : []
    for (const question of dependent)
      for (const repetition of repetitions)
        if (tidy(content, next, question, { offering, repetition })) offering = offeringOf(content, next, { today })
  }
  return next
}

/** Whether other answers decide which of its options are offered. */
export function isDependent(question: Question): boolean {
  // A list that was not loaded says nothing of its options.
  if (question.answers.length === 0 || question.type === 'RANK') return false
  return Boolean(question.optionFilter) || isFiltered(question)
}

/** Whether its answer changed. Those of earlier questions have been tidied before. */
function tidy(
  content: SurveyContent,
  given: Record<string, unknown>,
  question: Question,
  at: { offering: Offering; repetition: Repetition },
): boolean {
  const { repetition } = at
  const key = answerKey(question, repetition)
  const { [key]: value } = given
  if (value !== undefined && isDependent(question)) {
    const offered = new Set(offeredOptions(content, question, given, at).map(({ code }) => code))
    const codes = codesOf(value)
    const kept = codes.filter((code) => offered.has(code))
    if (kept.length === 0) delete given[key]
    else if (kept.length < codes.length) given[key] = kept
  }
  if (takesOther(question) && !takesText(question, given[key])) delete given[otherKey(question, repetition)]
  return given[key] !== value
}

/** Whether an option is chosen that asks for a text of its own. */
export function takesText(question: Question, value: unknown): boolean {
  if (!takesOther(question)) return false
  const { answers } = question
  const codes = codesOf(value)
  return answers.some(({ code, isOther }) => isOther && codes.includes(code))
}

/** Ticks or unticks an option: an exclusive one and the others put each other out. */
export function toggled({ answers, list }: Question, chosen: readonly string[], code: string): string[] {
  if (chosen.includes(code)) return chosen.filter((each) => each !== code)
  if (list) return [...chosen, code]
  const exclusive = new Set(answers.filter((option) => option.exclusive).map((option) => option.code))
  return exclusive.has(code) ? [code] : [...chosen.filter((each) => !exclusive.has(each)), code]
}

/** A ranking with all options: those ranked so far, then the others as they are shown. */
export function rankingOf(options: readonly AnswerOption[], ranked: readonly string[]): AnswerOption[] {
  const places = new Map(ranked.map((code, index) => [code, index]))
  const place = ({ code }: AnswerOption) => places.get(code) ?? ranked.length
  return options.toSorted((one, other) => place(one) - place(other))
}

/** The list with its entry of the place `from` at the place `to`. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
}
