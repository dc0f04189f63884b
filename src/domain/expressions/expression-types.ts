/** From the tree of an expression to its type, all that is wrong with it, and a function that computes it. */
import { type Expression, type Lookup, lookupOf, parseExpression, referencesOf, sizeOf } from './expression.ts'
import type { Budget } from '../budget.ts'
import {
  functionNamed,
  functionNames,
  onNumber,
  placesOfQuestions,
  type Summary,
  summaryNamed,
} from './expression-functions.ts'
import {
  compared,
  computed,
  converted,
  dayOrTime,
  elapsed,
  isPlainType,
  meetingType,
  moved,
  readsAs,
  serves,
  textOf,
  type Value,
  type ValueType,
} from './expression-values.ts'
import { matchesPattern, patternProblem } from './pattern.ts'
import { nearTo } from '../nearest.ts'
import type { Problem, ProblemCode } from '../problems.ts'
import type { Repetition } from '../answers/answer-values.ts'
import { isAround, lastNumber, sharedDepth } from '../answers/rosters.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { longestText } from '../text/text.ts'
import { defaultLanguage, optionCodes, type Question, textIn } from '../surveys/survey.ts'

/** A question as expressions know it. */
export interface NamedQuestion extends Pick<Question, 'id' | 'code' | 'type' | 'answers' | 'list'> {
  /** The ids of the sections that repeat it, the outermost first. */
  rosters?: readonly number[] | undefined
}

/** `rosters` are those around the expression, which sees the answers of its own repetition. */
export interface ExpressionScope extends Pick<NamedQuestion, 'rosters'> {
  /** The question of a code. */
  question: (code: string) => NamedQuestion | undefined
  /** Those that there are. */
  codes?: readonly string[]
  /** The question whose answer is `.`; undefined where there is none. */
  own?: NamedQuestion | undefined
  /** The question whose options the expression is about, one at a time. */
  filtered?: Pick<NamedQuestion, 'answers' | 'list'> | undefined
}

export interface Circumstances {
  /** The answer to a question that is asked. */
  answerTo: (questionId: number) => Value
  /** Those of all repetitions of its section, one after the other; from so many levels on, of those beside each other. */
  answersTo: (questionId: number, shared: number) => Value[]
  /** The repetition that is looked at. */
  repetition?: Repetition
  /** What the option that is looked at has in a column. */
  column?: (name: string) => Value
  /** What a row of a file has in a column. */
  lookup?: (named: Lookup<string>) => Value
  /** YYYY-MM-DD. */
  today: string
  /** A moment with its offset. */
  now: string
  budget: Budget
}

export type Run = (given: Circumstances) => Value

export interface Compiled {
  problems: Problem[]
  /** Codes of questions. */
  references: ReadonlySet<string>
  /** Whether it tells one repetition of a section from another. */
  countsRepetitions?: boolean
  /** Of what it computes, before it is made to be of the wanted type. */
  type: ValueType | undefined
  run: Run
}

/** Reads an expression of the wanted type, or of any where that is undefined. With problems it is blank. */
export function compileExpression(source: string, scope: ExpressionScope, wanted: ValueType | undefined): Compiled {
  const { expression, problem } = parseExpression(source)
  if (problem) return { problems: [problem], references: new Set(), type: undefined, run: blank }
  const { problems, type, run: whole } = compileTree(expression, scope, wanted)
  const steps = 2 * sizeOf(expression)
  const run: Run = (given) => (given.budget.spend(steps) ? whole(given) : undefined)
  const countsRepetitions = /\b(position|indexedRepeat)\b/.test(source)
  return { problems, references: referencesOf(expression), countsRepetitions, type, run: problems.length ? blank : run }
}

/** The same of a tree; its parts without a problem run, and for no steps of the budget. */
export function compileTree(
  expression: Expression,
  scope: ExpressionScope,
  wanted: ValueType | undefined,
): Pick<Compiled, 'problems' | 'type' | 'run'> {
  const compiler = new Compiler(scope, expression)
  const whole = compiler.compile(expression, wanted)
  const { type, run } = wanted === undefined ? whole : compiler.as(wanted, expression, whole)
  return { problems: compiler.problems, type, run }
}

const blank: Run = () => undefined

/** A part with a problem has no type, so that one slip is reported once. */
interface Part {
  type: ValueType | undefined
  run: Run
}

const unfit = ({ at }: Expression): Problem => ({ code: 'EXPRESSION_TYPE', limit: at })

class Compiler {
  readonly problems: Problem[] = []
  readonly #scope: ExpressionScope
  readonly #whole: Expression

  constructor(scope: ExpressionScope, whole: Expression) {
    this.#scope = scope
    this.#whole = whole
  }

  /** `wanted`: the type by which a written text is read. */
  compile(expression: Expression, wanted?: ValueType): Part {
    switch (expression.kind) {
      case 'number':
      case 'boolean':
        return { type: expression.kind, run: () => expression.value }
      case 'text': {
        const { value } = expression
        const type = wanted && readsAs(wanted, value) ? wanted : 'text'
        return { type, run: () => (value === '' ? undefined : value) }
      }
      case 'question':
        if (this.#repeated(expression)) return this.#wrongName('REPEATED_OUTSIDE', expression.at, expression.code)
        return this.#answer(expression, this.#scope.question(expression.code), expression.code)
      case 'own':
        return this.#answer(expression, this.#scope.own, '.')
      case 'minus': {
        const { run } = this.#of('number', expression.of)
        return { type: 'number', run: (given) => onNumber(run(given), (value) => -value) }
      }
      case 'logic': {
        const left = this.#of('boolean', expression.left).run
        const right = this.#of('boolean', expression.right).run
        return {
          type: 'boolean',
          run: (given) => {
            const holds = left(given) === true
            return holds === (expression.operator === 'and') ? right(given) === true : holds
          },
        }
      }
      case 'comparison':
        return this.#comparison(expression)
      case 'arithmetic':
        return this.#arithmetic(expression)
      case 'call':
        return this.#call(expression)
    }
  }

  #wrong(problem: Problem): Part {
    this.problems.push(problem)
    return { type: undefined, run: blank }
  }

  /** A name that is not there, with the one that was most likely meant. */
  #wrongName(code: ProblemCode, limit: number, names: string, known: readonly string[] = []): Part {
    return this.#wrong({ code, limit, names, ...nearTo(names, known) })
  }

  #of(type: ValueType, expression: Expression): Part {
    return this.as(type, expression, this.compile(expression, type))
  }

  /** The part as a value of the type. What is written out must read as one: a person can correct it. */
  as(type: ValueType, expression: Expression, part: Part): Part {
    if (part.type === undefined || part.type === type) return part
    const { run } = part
    const isWritten = expression.kind === 'text' && expression.value !== ''
    const isDay = type === 'date' || type === 'datetime' || type === 'time'
    const isMoment = part.type === 'date' || part.type === 'datetime' || (part.type === 'text' && !isWritten)
    if (isDay && isMoment) return { type, run: (given) => dayOrTime(type, run(given)) }
    const isUnread = isWritten && (type !== 'number' || converted(expression.value, 'number') === undefined)
    const isPlain = type === 'number' || type === 'text' || type === 'boolean'
    if (!isPlain || !serves(part.type, type) || (isUnread && type !== 'text')) return this.#wrong(unfit(expression))
    return { type, run: (given) => converted(run(given), type) }
  }

  #answer(expression: Expression, question: NamedQuestion | undefined, name: string): Part {
    if (!question) return this.#wrongName('EXPRESSION_QUESTION', expression.at, name, this.#scope.codes)
    const type = traitsOf(question.type).answer
    return type ? { type, run: (given) => given.answerTo(question.id) } : this.#wrong(unfit(expression))
  }

  /** The question that a part names, if it names one. */
  #named(expression: Expression): NamedQuestion | undefined {
    if (expression.kind === 'own') return this.#scope.own
    return expression.kind === 'question' ? this.#scope.question(expression.code) : undefined
  }

  /** The question that a part names, when it has many answers as seen from here. */
  #repeated(expression: Expression | undefined): NamedQuestion | undefined {
    if (expression?.kind !== 'question') return undefined
    const question = this.#scope.question(expression.code)
    return isAround(question?.rosters, this.#scope.rosters) ? undefined : question
  }

  /** The answers in the repetitions beside each other, as seen from here. */
  #answers({ id, rosters = [] }: NamedQuestion): (given: Circumstances) => Value[] {
    const shared = Math.min(sharedDepth(rosters, this.#scope.rosters), rosters.length - 1)
    return (given) => given.answersTo(id, shared)
  }

  /** A written text beside a question with choices must be one of them. */
  #checkChoice(asked: Expression, text: Expression): void {
    const question = this.#named(asked)
    if (!question || text.kind !== 'text') return
    const codes = optionCodes(question)
    if (traitsOf(question.type).options && !question.list && !codes.includes(text.value))
      this.#wrongName('EXPRESSION_CHOICE', text.at, text.value, codes)
  }

  #comparison(expression: Expression & { kind: 'comparison' }): Part {
    const { operator } = expression
    for (const side of [expression.left, expression.right])
      if (side.kind === 'text' && side.value === '') return this.#wrong({ code: 'EXPRESSION_BLANK', limit: side.at })
    // A written text is read by what it is compared with.
    const isTextFirst = expression.left.kind === 'text'
    const [first, second] = isTextFirst ? [expression.right, expression.left] : [expression.left, expression.right]
    const one = this.compile(first)
    const other = this.compile(second, one.type)
    const [left, right] = isTextFirst ? [other, one] : [one, other]
    if (left.type === undefined || right.type === undefined) return { type: undefined, run: blank }
    const type = meetingType(operator, left.type, right.type)
    if (type === undefined) return this.#wrong(unfit(expression))
    this.#checkChoice(expression.left, expression.right)
    this.#checkChoice(expression.right, expression.left)
    const [here, there] = [this.as(type, expression.left, left), this.as(type, expression.right, right)]
    return { type: 'boolean', run: (given) => compared(type, operator, [here.run(given), there.run(given)]) }
  }

  #arithmetic({ operator, left, right }: Expression & { kind: 'arithmetic' }): Part {
    const one = this.compile(left)
    const other = this.compile(right, one.type)
    if (one.type === undefined || other.type === undefined) return { type: undefined, run: blank }
    const both =
      <Side>(of: (one: Side, other: Side) => Value, [here, there]: readonly [Part, Part] = [one, other]): Run =>
      (given) => {
        const [first, second] = [here.run(given), there.run(given)]
        return first === undefined || second === undefined ? undefined : of(first as Side, second as Side)
      }
    const { type } = one
    if (operator === '-' && type === other.type && (type === 'date' || type === 'datetime'))
      return { type: 'number', run: both<string>((end, start) => elapsed(type, end, start)) }
    if ((operator === '+' || operator === '-') && type === 'date' && other.type === 'number')
      return { type, run: both<string | number>((date, days) => moved(operator, String(date), Number(days))) }
    const numbers: [Part, Part] = [this.as('number', left, one), this.as('number', right, other)]
    return { type: 'number', run: both<number>((first, second) => computed(operator, first, second), numbers) }
  }

  #call(expression: Expression & { kind: 'call' }): Part {
    const { name, of, at } = expression
    if (name === 'today' && of.length === 0) return { type: 'date', run: (given) => given.today }
    if (name === 'now' && of.length === 0) return { type: 'datetime', run: (given) => given.now }
    // Only a calculation as a whole stays with its first value: `fill` does that.
    if (name === 'once' && of.length === 1 && of[0] && expression === this.#whole) return this.compile(of[0])
    if (name === 'matches') return this.#matches(expression)
    if (name === 'column') return this.#column(expression)
    if (name === 'position' && of.length < 2) {
      const up = of[0] ? (of[0].kind === 'number' ? of[0].value : -1) : 0
      return up in (this.#scope.rosters ?? [])
        ? { type: 'number', run: (given) => lastNumber(given.repetition, up) }
        : this.#wrong({ code: 'NOT_REPEATED', limit: at })
    }
    const place = placesOfQuestions.get(name)
    if (place !== undefined) return this.#withQuestion(expression, place)
    if (name === 'lookup') return this.#lookup(expression)
    const [only] = of
    const summary = of.length === 1 ? summaryNamed(name) : undefined
    const repeated = this.#repeated(only)
    if (summary && only && repeated) return this.#summary(summary, only, repeated)
    // It takes one question, which has many answers as seen from here.
    if (name === 'count' && only && of.length === 1) return this.#wrong({ code: 'NOT_REPEATED', limit: only.at })
    if (name === 'count') return this.#wrongName('EXPRESSION_ARGUMENTS', at, name)
    const found = functionNamed(name)
    if (!found) return this.#wrongName('EXPRESSION_FUNCTION', at, name, functionNames)
    if (of.length < found.least || of.length > found.most) return this.#wrongName('EXPRESSION_ARGUMENTS', at, name)
    const parts = of.map((argument, index) => {
      const part = this.compile(argument)
      const takes = found.takes[Math.min(index, found.takes.length - 1)] ?? []
      if (part.type === undefined || takes.includes(part.type)) return part
      const type = (['text', 'number', 'boolean'] as const).find((each) => takes.includes(each))
      return type ? this.as(type, argument, part) : this.#wrong(unfit(argument))
    })
    if (name === 'selected') this.#checkChoice(of[0] ?? expression, of[1] ?? expression)
    const { gives } = found
    const alike = gives === 'same' ? this.#alike(of, parts, 1) : gives === 'first' ? this.#alike(of, parts, 0) : parts
    const type = gives === 'same' ? alike[1]?.type : gives === 'first' ? alike[0]?.type : gives
    return { type, run: (given) => found.run(alike.map(({ run }) => run(given))) }
  }

  /** Functions that are about a question: its name is one of their parts. */
  #withQuestion({ name, of, at }: Expression & { kind: 'call' }, place: number): Part {
    const asked = of[place]
    const [other] = of.toSpliced(place, 1)
    if (!asked || of.length !== (name === 'lastSaved' || name === 'repetitions' ? 1 : 2))
      return this.#wrongName('EXPRESSION_ARGUMENTS', at, name)
    const question = this.#named(asked)
    const type = question && traitsOf(question.type).answer
    if (!question) return asked.kind === 'question' ? this.compile(asked) : this.#wrong(unfit(asked))
    const { id, rosters = [] } = question
    if (rosters.length === 0 && (name === 'repetitions' || name === 'indexedRepeat'))
      return this.#wrong({ code: 'NOT_REPEATED', limit: asked.at })
    const all = this.#answers(question)
    if (name === 'repetitions') return { type: 'number', run: (given) => all(given).length }
    if (!type || !isPlainType(type)) return this.#wrong(unfit(asked))
    // Apps know what their device sent last; here it is blank.
    if (!other) return { type, run: blank }
    const { run } = this.#of(name === 'indexedRepeat' ? 'number' : 'text', other)
    switch (name) {
      case 'choiceName': {
        const texts = new Map(question.answers.map(({ code, text }) => [code, textIn(text, defaultLanguage)]))
        if (traitsOf(question.type).options === 'YES_NO') texts.set('yes', 'Yes').set('no', 'No')
        return { type: 'text', run: (given) => texts.get(textOf(run(given))) }
      }
      case 'indexedRepeat':
        return { type, run: (given) => all(given)[Number(run(given)) - 1] }
      default: {
        const answers = this.#repeated(asked) ? all : (given: Circumstances) => [given.answerTo(id)]
        const there = (given: Circumstances) =>
          answers(given).flatMap((value) => textOf(converted(value, 'text')) || [])
        return {
          type: 'text',
          run: (given) =>
            there(given)
              .join(textOf(run(given)))
              .slice(0, longestText + 1) || undefined,
        }
      }
    }
  }

  /** `name` is the code of the option; its further columns are those of any option of the question. */
  #column({ of: [column, ...more], at }: Expression & { kind: 'call' }): Part {
    if (column?.kind !== 'text' || more.length > 0) return this.#wrongName('EXPRESSION_ARGUMENTS', at, 'column')
    const { value } = column
    const { list, answers = [] } = this.#scope.filtered ?? {}
    const known = list ?? answers.some(({ columns }) => columns && Object.hasOwn(columns, value))
    if (known || (this.#scope.filtered && value === 'name'))
      return { type: 'text', run: (given) => given.column?.(value) }
    return this.#wrongName('EXPRESSION_COLUMN', column.at, value)
  }

  #lookup(expression: Expression & { kind: 'call' }): Part {
    const named = lookupOf(expression)
    if (!named) return this.#wrongName('EXPRESSION_ARGUMENTS', expression.at, 'lookup')
    const { run } = this.#of('text', named.value)
    return { type: 'text', run: (given) => given.lookup?.({ ...named, value: textOf(run(given)) }) }
  }

  /** The pattern is written out, so that its problems are known before any answer. */
  #matches({ name, of, at }: Expression & { kind: 'call' }): Part {
    const [subject, pattern] = of
    if (!subject || !pattern || of.length > 2) return this.#wrongName('EXPRESSION_ARGUMENTS', at, name)
    if (pattern.kind !== 'text') return this.#wrong(unfit(pattern))
    const unusable = patternProblem(pattern.value)
    if (unusable) return this.#wrong({ ...unusable, limit: pattern.at })
    const { run } = this.#of('text', subject)
    return { type: 'boolean', run: (given) => matchesPattern(pattern.value, textOf(run(given)), given.budget) }
  }

  #summary({ takes, run }: Summary, expression: Expression, question: NamedQuestion): Part {
    const answered = traitsOf(question.type).answer
    if (!answered || !(takes.includes(answered) || isPlainType(answered))) return this.#wrong(unfit(expression))
    const isTaken = takes.includes(answered)
    const read = (values: Value[]) => (isTaken ? values : values.map((value) => converted(value, 'number')))
    const there = (given: Circumstances) => this.#answers(question)(given).filter((value) => value !== undefined)
    return { type: 'number', run: (given) => run(read(there(given))) }
  }

  /** The parts from one on, which share a type: those of several are texts. A blank is of any type. */
  #alike(of: readonly Expression[], parts: readonly Part[], from: number): Part[] {
    const isBlank = (index: number) => of[index]?.kind === 'text' && of[index].value === ''
    const types = new Set(parts.flatMap(({ type }, index) => (index < from || isBlank(index) ? [] : [type])))
    const [only = 'text'] = types
    const type = types.size > 1 ? 'text' : only
    return parts.map((part, index) => {
      const argument = of[index]
      if (index < from || !argument || type === undefined) return part
      return isBlank(index) ? { type, run: blank } : this.as(type, argument, part)
    })
  }
}
