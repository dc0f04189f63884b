/** What a content asks under which circumstances, made ready once for all of its fillings. */
import { isCountedByHand } from './answer-keys.ts'
import { rostersAround } from './rosters.ts'
import { answerKey, otherKey } from './answer-values.ts'
import { type Bound, boundsOf } from './constraint.ts'
import { orderOf } from '../cycles.ts'
import {
  compileExpression,
  type Compiled,
  type ExpressionScope,
  type NamedQuestion,
  type Run,
} from '../expressions/expression-types.ts'
import { parseExpression } from '../expressions/expression.ts'
import type { ValueType } from '../expressions/expression-values.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { nearTo } from '../nearest.ts'
import { type FieldProblem, type Problem, under } from '../problems.ts'
import { type Route, routesOf } from './rule-conditions.ts'
import { type OptionKey, optionKeyOf } from './option-index.ts'
import { type Places, placesOf } from './skip-rules.ts'
import {
  type ExpressionField,
  expressionFields,
  isDrawn,
  optionCodes,
  type Question,
  type Section,
  type SurveyContent,
} from '../surveys/survey.ts'

/** A section that repeats. */
export interface PlannedRoster {
  section: Section
  max: number
  /** The one that it repeats in. */
  outer: PlannedRoster | undefined
  depth: number
  /** The condition of its section. */
  holds: Run | undefined
  /** The key of its first question, which rules may pass over. */
  firstKey: string
  /** The place of the question that says how many; absent where people add repetitions by hand. */
  countedAt?: number | undefined
  /** Whether expressions elsewhere look at all of its repetitions. */
  isSummed: boolean
}

export interface PlannedQuestion {
  question: Question
  /** In a section that repeats, `answerKey` and `otherKey` give the keys of a repetition. */
  key: string
  otherKey: string
  type: ValueType | undefined
  roster: PlannedRoster | undefined
  /** The condition of its section, and its own. */
  sectionHolds: Run | undefined
  holds: Run | undefined
  /** What an answer must keep, beyond its own bounds. */
  bounds: readonly Bound[]
  /** At any time; with a trigger only when that changes. */
  calculation: Run | undefined
  triggered: { calculation: Run; by: Run } | undefined
  /** Fixed: it names no question. */
  initial: { run: Run; isFixed: boolean } | undefined
  /** Whether it offers the option that is looked at. */
  offers: Run | undefined
  optionKey: OptionKey | undefined
  /** In the order in which they are asked. */
  routes: readonly Route[]
  /** Whether rules or expressions look at its answer. */
  decides: boolean
  /** Whether no rule may pass over it and it has no condition. In a roster: in each repetition. */
  isAlwaysAsked: boolean
}

export interface Plan {
  places: Places
  questions: readonly PlannedQuestion[]
  /** The sections that repeat, by id. */
  rosters: ReadonlyMap<number, PlannedRoster>
  /** The places, such that all that a question depends on comes before it. */
  order: readonly number[]
  /** Every question is asked, and no answer depends on others. */
  isPlain: boolean
  tables: SurveyContent['tables']
  /** All keys of a plain one. */
  keys: ReadonlySet<string>
  /** The problems of the expressions. */
  problems: readonly FieldProblem[]
}

/** A content is never changed in place: another content is another object. */
const plans = new WeakMap<SurveyContent, Plan>()

export function planOf(content: SurveyContent): Plan {
  const known = plans.get(content)
  if (known) return known
  const plan = makePlan(content)
  plans.set(content, plan)
  return plan
}

/** Types whose answers may be calculated; once also those that a text says. */
const calculable: readonly ValueType[] = ['number', 'text', 'date', 'time', 'datetime']
const begun: readonly ValueType[] = [...calculable, 'choices', 'point']

/** The problems of an expression at its place and its computation; undefined without an expression. */
interface Read {
  compiled: Compiled | undefined
  problems: FieldProblem[]
}

/** Reads one expression of a question, or the condition of a section. */
export function readExpression(
  field: ExpressionField,
  source: string | null | undefined,
  { scope, question }: { scope: ExpressionScope; question?: Pick<Question, 'type' | 'trigger'> | undefined },
): Read {
  if (source === null || source === undefined) return { compiled: undefined, problems: [] }
  const type = question && traitsOf(question.type).answer
  const isOnce = field === 'calculation' || field === 'initial'
  const given = field === 'initial' || question?.trigger ? begun : calculable
  const isUnfit =
    field === 'optionFilter'
      ? question?.type !== 'SINGLE' && question?.type !== 'MULTIPLE'
      : isOnce
        ? !type || !given.includes(type)
        : isDrawn(source) || (!type && field !== 'relevant')
  if (isUnfit) return { compiled: undefined, problems: [{ path: field, code: 'NOT_FOR_TYPE' }] }
  // Only a constraint looks at the answer that is given.
  const filtered = field === 'optionFilter' ? scope.own : undefined
  const inField = { ...scope, filtered, own: field === 'constraint' ? scope.own : undefined }
  const compiled = compileExpression(source, inField, wantedBy(field, type))
  const stray = field === 'initial' ? strayChoices(source, scope.own) : []
  const problems = [...compiled.problems, ...stray].map((found) => ({ path: field, limit: 1, ...found }))
  // A draft with a condition that cannot be read asks the question.
  return { compiled: problems.length === 0 ? compiled : undefined, problems }
}

/** Words that a question begins with, and has no option for. */
function strayChoices(source: string, own: NamedQuestion | undefined): Problem[] {
  const { expression } = parseExpression(source)
  if (!own || own.list || expression?.kind !== 'text' || !traitsOf(own.type).options) return []
  const codes = optionCodes(own)
  const words = traitsOf(own.type).answer === 'choices' ? expression.value.split(/\s+/) : [expression.value]
  const stray = words.filter((word) => !codes.includes(word))
  return stray.map((names) => ({ code: 'EXPRESSION_CHOICE', limit: expression.at, names, ...nearTo(names, codes) }))
}

/** Choices and places are written as texts; what triggers may be of any type. */
function wantedBy(field: ExpressionField, type: ValueType | undefined): ValueType | undefined {
  if (field === 'trigger') return undefined
  if (field === 'relevant' || field === 'constraint' || field === 'optionFilter') return 'boolean'
  return type === 'choices' || type === 'point' ? 'text' : type
}

/** The scope of expressions over all questions of a content; `rosters`: the ids of what repeats the expression. */
export function scopeOver(questions: readonly NamedQuestion[], rosters?: readonly number[]): ExpressionScope {
  const byCode = new Map(questions.map((question) => [question.code, question]))
  return { question: (code) => byCode.get(code), codes: [...byCode.keys()], rosters }
}

/** The questions as expressions know them. */
export function namedQuestions({ sections }: Pick<SurveyContent, 'sections'>): NamedQuestion[] {
  const around = rosterIds(sections)
  return sections.flatMap(({ questions }, index) =>
    questions.map((question) => ({ ...question, rosters: around[index] })),
  )
}

/** At each place the ids of what repeats a section, the outermost first. */
export function rosterIds(sections: readonly Pick<Section, 'id' | 'repeat'>[]): number[][] {
  return rostersAround(sections).map((rosters) => rosters.map(({ id }) => id))
}

interface Expressions extends Partial<Record<ExpressionField, Compiled | undefined>> {
  section: Compiled | undefined
  bounds: readonly Bound[]
}

function makePlan(content: SurveyContent): Plan {
  const places = placesOf(content)
  const { questions } = places
  const scope = scopeOver(namedQuestions(content))
  const problems: FieldProblem[] = []
  const expressions: Expressions[] = []
  const around = rosterIds(content.sections)
  const conditions = new Map<Section, Compiled | undefined>()
  content.sections.forEach((section: Section, sectionIndex) => {
    const ids = around[sectionIndex] ?? []
    // The condition of a section that repeats is asked before its first repetition, in each of those around it.
    const outside = { ...scope, rosters: ids.slice(0, -1) }
    const ofSection = readExpression('relevant', section.relevant, { scope: outside })
    conditions.set(section, ofSection.compiled)
    problems.push(...under(`sections[${sectionIndex}]`, ofSection.problems))
    const inside = { ...scope, rosters: ids }
    section.questions.forEach((question, index) => {
      const read = (field: ExpressionField) => {
        const found = readExpression(field, question[field], { scope: { ...inside, own: question }, question })
        problems.push(...under(`sections[${sectionIndex}].questions[${index}]`, found.problems))
        return found.compiled
      }
      const own = Object.fromEntries(expressionFields.map((field) => [field, read(field)])) as Partial<Expressions>
      const bounds = own.constraint ? boundsOf(question.constraint ?? '', { ...inside, own: question }) : []
      expressions.push({ section: ofSection.compiled, ...own, bounds })
    })
  })
  const placeOf = new Map(questions.map(({ code }, index) => [code, index]))
  const rosters = rostersOf(content, expressions, { placeOf, conditions })
  /** All that says how often a section repeats: what its questions depend on. */
  const countedBy = (roster: PlannedRoster | undefined): number[] =>
    roster
      ? [
          ...placesNamed([conditions.get(roster.section)], placeOf),
          ...(roster.countedAt === undefined || roster.countedAt < 0 ? [] : [roster.countedAt]),
          ...countedBy(roster.outer),
        ]
      : []
  const named = expressions.map((each, index) => {
    const calculation = each.trigger ? undefined : each.calculation
    return [
      ...placesNamed([each.section, each.relevant, calculation, each.optionFilter], placeOf),
      ...countedBy(rosters.get(places.sections[index]?.section.id ?? 0)),
    ]
  })
  const constrained = expressions.flatMap(({ constraint }) => placesNamed([constraint], placeOf))
  const routes = routesOf(content.skips ?? [], places)
  const deciding = new Set([...named.flat(), ...constrained, ...routes.keys()])
  let passedUntil = 0
  const planned = questions.map((question, index): PlannedQuestion => {
    const { section, relevant, bounds = [], calculation, trigger, initial, optionFilter } = expressions[index] ?? {}
    const isAlwaysAsked = index >= passedUntil && !section && !relevant
    passedUntil = Math.max(passedUntil, ...(routes.get(index) ?? []).map(({ to }) => to))
    return {
      question,
      key: answerKey(question),
      otherKey: otherKey(question),
      type: traitsOf(question.type).answer,
      roster: rosters.get(places.sections[index]?.section.id ?? 0),
      sectionHolds: section?.run,
      holds: relevant?.run,
      bounds,
      calculation: trigger ? undefined : calculation?.run,
      triggered: trigger && calculation && { calculation: calculation.run, by: trigger.run },
      initial: initial && { run: initial.run, isFixed: initial.references.size === 0 },
      offers: optionFilter?.run,
      optionKey:
        optionFilter &&
        optionKeyOf(question.optionFilter ?? '', {
          ...scope,
          rosters: around[places.sections[index]?.index ?? 0],
        }),
      routes: routes.get(index) ?? [],
      decides: deciding.has(index),
      isAlwaysAsked,
    }
  })
  const { order, cycles } = orderOfQuestions(named, routes)
  problems.push(...cycleProblems(content, cycles, expressions))
  const isPlain = routes.size === 0 && rosters.size === 0 && expressions.every(hasNone)
  const keys = new Set(planned.map(({ key }) => key))
  return { tables: content.tables, places, questions: planned, rosters, order, isPlain, keys, problems }
}

function hasNone({ section, relevant, constraint, calculation, trigger, optionFilter }: Expressions): boolean {
  return !section && !relevant && !constraint && (!calculation || trigger !== undefined) && !optionFilter
}

const unknown = -1

/** By the id of the section. */
function rostersOf(
  { sections }: SurveyContent,
  expressions: readonly Expressions[],
  {
    placeOf,
    conditions,
  }: { placeOf: ReadonlyMap<string, number>; conditions: ReadonlyMap<Section, Compiled | undefined> },
): ReadonlyMap<number, PlannedRoster> {
  if (sections.every(({ repeat }) => !repeat)) return new Map()
  const sectionAt = sections.flatMap((section) => section.questions.map(() => section))
  const summed = expressions.flatMap(
    ({ section: ofSection, relevant, constraint, calculation, optionFilter }, index) => {
      const own = [relevant, constraint, calculation, optionFilter]
      const seen = [
        ...placesNamed([ofSection], placeOf),
        ...placesNamed(own, placeOf).filter((at) => sectionAt[at] !== sectionAt[index]),
        ...(own.some((each) => each?.countsRepetitions) ? [index] : []),
      ]
      return seen.map((place) => sectionAt[place]?.id)
    },
  )
  const isSummed = new Set(summed)
  const around = rostersAround(sections)
  const found = new Map<number, PlannedRoster>()
  sections.forEach((section, index) => {
    const { id, repeat, questions } = section
    if (!repeat) return
    const chain = around[index] ?? []
    const counting = placeOf.get(repeat.countCode ?? '') ?? unknown
    const home = around[sections.indexOf(sectionAt[counting] ?? section)] ?? []
    // What counts has one answer as seen from here.
    const isSeen = home.length < chain.length && home.every((each, depth) => each === chain[depth])
    found.set(id, {
      section,
      max: repeat.max,
      outer: found.get(chain.at(-2)?.id ?? unknown),
      depth: chain.length,
      holds: conditions.get(section)?.run,
      firstKey: questions[0] ? answerKey(questions[0]) : '',
      countedAt: isCountedByHand(section) ? undefined : isSeen ? counting : unknown,
      isSummed: isSummed.has(id),
    })
  })
  return found
}

function placesNamed(expressions: readonly (Compiled | undefined)[], placeOf: ReadonlyMap<string, number>): number[] {
  const codes = expressions.flatMap((each) => [...(each?.references ?? [])])
  return [...new Set(codes)].flatMap((code) => placeOf.get(code) ?? [])
}

/**
 * A question depends on those that its conditions name and on those whose rules may pass over it. A rule passes over many:
 * it is needed by the branches of a tree over all places, which the questions need, so that few words say it.
 */
function orderOfQuestions(named: readonly number[][], routes: ReadonlyMap<number, readonly Route[]>) {
  const looksAhead = named.some((places, index) => places.some((place) => place >= index))
  if (!looksAhead) return { order: named.map((_, index) => index), cycles: [] }
  const count = named.length
  // Branch 1 is over all places, and those of branch n are 2n and 2n + 1. Leaf `count + place` is of one place.
  const passing = Array.from({ length: 2 * count }, (): number[] => [])
  for (const [index, list] of routes) {
    let from = count + index + 1
    let to = count + list.reduce((last, route) => Math.max(last, route.to), 0)
    for (; from < to; from >>= 1, to >>= 1) {
      if (from % 2 === 1) passing[from++]?.push(index)
      if (to % 2 === 1) passing[--to]?.push(index)
    }
  }
  const isQuestion = (index: number) => index < count
  const { order, cycles } = orderOf(3 * count, (index) => {
    if (isQuestion(index)) return [...(named[index] ?? []), 2 * count + index]
    const branch = index - count
    return branch < 2 ? (passing[branch] ?? []) : [...(passing[branch] ?? []), count + (branch >> 1)]
  })
  const circles = cycles.map((members) => members.filter(isQuestion))
  return { order: order.filter(isQuestion), cycles: circles }
}

/** The report names a circle once, at its first expression that looks at a question in it. */
function cycleProblems(
  { sections }: SurveyContent,
  cycles: readonly (readonly number[])[],
  expressions: readonly Expressions[],
): FieldProblem[] {
  const placed = sections.flatMap((section, sectionIndex) =>
    section.questions.map((question, index) => ({ question, section: `sections[${sectionIndex}]`, index })),
  )
  return cycles.map((members) => {
    const codes = new Set(members.flatMap((member) => placed[member]?.question.code ?? []))
    const looksAtOne = (each: Compiled | undefined) => [...(each?.references ?? [])].some((code) => codes.has(code))
    const paths = members.flatMap((member) => {
      const { relevant, calculation, optionFilter, section, trigger } = expressions[member] ?? {}
      const place = placed[member]
      const own = Object.entries({ relevant, calculation: trigger ? undefined : calculation, optionFilter })
      const looking = own.filter(([, each]) => looksAtOne(each))
      return [
        ...looking.map(([field]) => `${place?.section}.questions[${place?.index}].${field}`),
        ...(looksAtOne(section) ? [`${place?.section}.relevant`] : []),
      ]
    })
    return { path: paths[0] ?? 'sections', code: 'EXPRESSION_CYCLE', names: [...codes].join(', ') }
  })
}
