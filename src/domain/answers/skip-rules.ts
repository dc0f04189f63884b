/**
 * Skip rules (product.md §4). Of the rules of one question the first that holds counts: the lowest priority, then the
 * lowest id. It passes over everything between its question and its target. A question that is not asked has no answer,
 * and its rules do not hold. Rules lead forward only, so every filling ends.
 */
import { rostersAround } from './rosters.ts'
import { misreadCodes, valueOf } from '../expressions/expression-values.ts'
import type { FieldProblem } from '../problems.ts'
import { traitsOf } from '../surveys/question-types.ts'
import {
  optionCodes,
  type Question,
  questionsOf,
  type QuestionType,
  type Section,
  type SkipOperator,
  type SkipRule,
  type SkipValue,
  type SurveyContent,
} from '../surveys/survey.ts'

const equal: readonly SkipOperator[] = ['EQ', 'NE', 'IN']
const ordered: readonly SkipOperator[] = [...equal, 'LT', 'LE', 'GT', 'GE']
const present: readonly SkipOperator[] = ['ANSWERED', 'EMPTY']

/** Which operators fit which type of question. A note has no answer, so its rule always holds. */
export function operatorsFor(type: QuestionType): readonly SkipOperator[] {
  const { answer, text } = traitsOf(type)
  if (!answer) return ['EMPTY']
  if (type === 'MULTIPLE') return ['CONTAINS', 'IN', ...present]
  if (answer === 'text') return text === 'FREE' ? [...equal, 'CONTAINS', ...present] : [...equal, ...present]
  const hasOrder = answer === 'number' || answer === 'date' || answer === 'time' || answer === 'datetime'
  return hasOrder ? [...ordered, ...present] : present
}

/** The places of a survey's questions, counted from 0. */
export interface Places {
  questions: readonly Question[]
  ofQuestion: ReadonlyMap<number, number>
  /** Where each section begins. */
  ofSection: ReadonlyMap<number, number>
  /** By the place of a question: its section. */
  sections: readonly PlacedSection[]
}

interface PlacedSection {
  section: Section
  /** Its place among the sections. */
  index: number
  begin: number
  /** Behind its last question. */
  end: number
  /** What repeats it, the outermost first. */
  rosters: readonly Section[]
}

export function placesOf(content: SurveyContent): Places {
  const questions = questionsOf(content)
  let begin = 0
  const ofSection = new Map<number, number>()
  const sections: PlacedSection[] = []
  const around = rostersAround(content.sections)
  for (const [index, section] of content.sections.entries()) {
    const placed = { section, index, begin, end: begin + section.questions.length, rosters: around[index] ?? [] }
    ofSection.set(section.id, begin)
    for (; begin < placed.end; begin += 1) sections.push(placed)
  }
  return { questions, ofQuestion: new Map(questions.map(({ id }, index) => [id, index])), ofSection, sections }
}

/** The place where a rule goes on; the end is behind the last question. Undefined when its target is unknown. */
export function destinationOf({ action, target }: SkipRule, { questions, ofQuestion, ofSection }: Places) {
  if (action === 'END') return questions.length
  return (action === 'JUMP_TO_QUESTION' ? ofQuestion : ofSection).get(target ?? 0)
}

/** In the order in which rules of one question are asked. */
export function inOrder(rules: readonly SkipRule[]): SkipRule[] {
  return rules.toSorted((one, other) => one.priority - other.priority || one.id - other.id)
}

/** The problems of a rule alone. */
export function ownProblems(rule: SkipRule, places: Places): FieldProblem[] {
  const index = places.ofQuestion.get(rule.fromQuestionId)
  const question = places.questions[index ?? -1]
  if (index === undefined || !question) return [{ path: 'fromQuestionId', code: 'UNKNOWN_REFERENCE' }]
  const fits = operatorsFor(question.type).includes(rule.operator)
  const ofOperator: FieldProblem[] = fits ? [] : [{ path: 'operator', code: 'NOT_FOR_TYPE' }]
  return [...ofOperator, ...comparisonProblems(rule, question), ...targetProblems(rule, index, places)]
}

/** ANSWERED and EMPTY compare nothing, IN a list, the others one thing. */
function comparisonProblems({ operator, value, answerId }: SkipRule, question: Question): FieldProblem[] {
  const isBare = present.includes(operator)
  if (isBare && value !== null) return [{ path: 'value', code: 'NOT_ALLOWED' }]
  if (isBare || value !== null) {
    if (answerId !== null) return [{ path: 'answerId', code: 'NOT_ALLOWED' }]
    return value === null ? [] : valueProblems(operator, value, question)
  }
  if (answerId === null) return [{ path: 'value', code: 'REQUIRED' }]
  const isKnown = question.answers.some(({ id }) => id === answerId)
  return isKnown ? [] : [{ path: 'answerId', code: 'UNKNOWN_REFERENCE' }]
}

function valueProblems(operator: SkipOperator, value: SkipValue, question: Question) {
  if (Array.isArray(value) !== (operator === 'IN')) return [{ path: 'value', code: 'TYPE' }] satisfies FieldProblem[]
  const { answer: type, options } = traitsOf(question.type)
  const codes = optionCodes(question)
  return [value].flat().flatMap((word, index): FieldProblem[] => {
    const path = Array.isArray(value) ? `value[${index}]` : 'value'
    if (options) return question.list || codes.includes(String(word)) ? [] : [{ path, code: 'UNKNOWN_CHOICE' }]
    if (type === 'number') return typeof word === 'number' ? [] : [{ path, code: 'NOT_A_NUMBER' }]
    if (type !== 'date' && type !== 'time' && type !== 'datetime') return []
    return valueOf(type, word) === undefined ? [{ path, code: misreadCodes[type] }] : []
  })
}

/** In a section that repeats a rule is about one repetition, and the next section is its end. From elsewhere none leads in. */
export function repeatProblems(rule: SkipRule, index: number, places: Places): FieldProblem[] {
  const to = destinationOf(rule, places) ?? 0
  const own = places.sections[index]
  const next = places.sections[to]
  const path = rule.action === 'END' ? 'action' : 'target'
  if (own?.section.repeat && (rule.action === 'END' || to > own.end)) return [{ path, code: 'RULE_LEAVES_REPEAT' }]
  const entered = (next?.rosters ?? []).filter((roster) => !own?.rosters.includes(roster))
  const leadsInside = entered.some(({ id }) => to > (places.ofSection.get(id) ?? 0))
  return leadsInside ? [{ path, code: 'RULE_INTO_REPEAT' }] : []
}

function targetProblems(rule: SkipRule, index: number, places: Places): FieldProblem[] {
  const { action, target } = rule
  if (action === 'END')
    return target === null ? repeatProblems(rule, index, places) : [{ path: 'target', code: 'NOT_ALLOWED' }]
  if (target === null) return [{ path: 'target', code: 'REQUIRED' }]
  const to = destinationOf(rule, places)
  if (to === undefined) return [{ path: 'target', code: 'UNKNOWN_REFERENCE' }]
  if (to > index) return repeatProblems(rule, index, places)
  const isSelf = action === 'JUMP_TO_QUESTION' && to === index
  return [{ path: 'target', code: isSelf ? 'RULE_SELF' : 'RULE_BACKWARD' }]
}
