/** From the tree of an expression to its type, all that is wrong with it, and a function that computes it. */
import { type Expression, parseExpression, referencesOf, sizeOf } from './expression.ts'
import type { Budget } from '../budget.ts'
import { functionNamed, type Summary, summaryNamed } from './expression-functions.ts'
import { compared, computed, elapsed, finite, moved, readsAs, type Value, type ValueType } from './expression-values.ts'
import type { Problem } from '../problems.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { optionCodes, type Question } from '../surveys/survey.ts'

/** A question as expressions know it. */
export interface NamedQuestion extends Pick<Question, 'id' | 'code' | 'type' | 'answers'> {
  /** The id of its section where that repeats. */
  roster?: number | undefined
}

export interface ExpressionScope {
  /** The question of a code. */
  question: (code: string) => NamedQuestion | undefined
  /** The question whose answer is `.`; undefined where there is none. */
  own?: NamedQuestion | undefined
  /** The id of the section that repeats, of an expression inside: it sees the answers of its own repetition. */
  roster?: number | undefined
}

export interface Circumstances {
  /** The answer to a question that is asked. */
  answerTo: (questionId: number) => Value
  /** Those of all repetitions of its section. */
  answersTo: (questionId: number) => Value[]
  /** YYYY-MM-DD. */
  today: string
  budget: Budget
}

export type Run = (given: Circumstances) => Value

export interface Compiled {
  problems: Problem[]
  /** Codes of questions. */
  references: ReadonlySet<string>
  run: Run
}

/** Reads an expression that must have one of the types. With problems it is blank. */
export function compileExpression(source: string, scope: ExpressionScope, wanted: ValueType): Compiled {
  const { expression, problem } = parseExpression(source)
  if (problem) return { problems: [problem], references: new Set(), run: blank }
  const { problems, run: whole } = compileTree(expression, scope, wanted)
  const steps = 2 * sizeOf(expression)
  const run: Run = (given) => (given.budget.spend(steps) ? whole(given) : undefined)
  return { problems, references: referencesOf(expression), run: problems.length === 0 ? run : blank }
}

/** The same of a tree; its parts without a problem run, and for no steps of the budget. */
export function compileTree(
  expression: Expression,
  scope: ExpressionScope,
  wanted: ValueType,
): { problems: Problem[]; run: Run } {
  const compiler = new Compiler(scope)
  const whole = compiler.compile(expression, wanted)
  if (whole.type !== undefined && whole.type !== wanted) compiler.problems.push(unfit(expression))
  return { problems: compiler.problems, run: whole.run }
}

const blank: Run = () => undefined

/** A part with a problem has no type, so that one slip is reported once. */
interface Part {
  type: ValueType | undefined
  run: Run
}

const ordered: readonly ValueType[] = ['number', 'date', 'time', 'datetime']
const equated: readonly ValueType[] = [...ordered, 'text', 'boolean']

function unfit({ at }: Expression): Problem {
  return { code: 'EXPRESSION_TYPE', limit: at }
}

/** `count` takes one question, which has many answers as seen from there. */
function notRepeated({ name, of, at }: Expression & { kind: 'call' }): Problem {
  const [only] = of
  return of.length === 1 && only
    ? { code: 'NOT_REPEATED', limit: only.at }
    : { code: 'EXPRESSION_ARGUMENTS', limit: at, names: name }
}

class Compiler {
  readonly problems: Problem[] = []
  readonly #scope: ExpressionScope

  constructor(scope: ExpressionScope) {
    this.#scope = scope
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
        if (!this.#repeated(expression))
          return this.#answer(expression, this.#scope.question(expression.code), expression.code)
        return this.#wrong({ code: 'REPEATED_OUTSIDE', limit: expression.at, names: expression.code })
      case 'own':
        return this.#answer(expression, this.#scope.own, '.')
      case 'minus': {
        const { run } = this.#of('number', expression.of)
        return { type: 'number', run: (given) => onNumber(run(given), (value) => -value) }
      }
      case 'logic': {
        const left = this.#of('boolean', expression.left).run
        const right = this.#of('boolean', expression.right).run
        const isAnd = expression.operator === 'and'
        return {
          type: 'boolean',
          run: (given) => {
            const holds = left(given) === true
            return holds === isAnd ? right(given) === true : holds
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

  #of(type: ValueType, expression: Expression): Part {
    const part = this.compile(expression, type)
    return part.type === undefined || part.type === type ? part : this.#wrong(unfit(expression))
  }

  #answer(expression: Expression, question: NamedQuestion | undefined, name: string): Part {
    if (!question) return this.#wrong({ code: 'EXPRESSION_QUESTION', limit: expression.at, names: name })
    const type = traitsOf(question.type).answer
    const { id } = question
    return type ? { type, run: (given) => given.answerTo(id) } : this.#wrong(unfit(expression))
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
    return question?.roster === undefined || question.roster === this.#scope.roster ? undefined : question
  }

  /** A written text beside a question with choices must be one of them. */
  #checkChoice(asked: Expression, text: Expression): void {
    const question = this.#named(asked)
    if (!question || text.kind !== 'text') return
    const { options } = traitsOf(question.type)
    if (options && !optionCodes(question).includes(text.value))
      this.problems.push({ code: 'EXPRESSION_CHOICE', limit: text.at, names: text.value })
  }

  #comparison(expression: Expression & { kind: 'comparison' }): Part {
    const { operator, at } = expression
    for (const side of [expression.left, expression.right])
      if (side.kind === 'text' && side.value === '') return this.#wrong({ code: 'EXPRESSION_BLANK', limit: side.at })
    // A written text is read by what it is compared with.
    const isTextFirst = expression.left.kind === 'text'
    const [first, second] = isTextFirst ? [expression.right, expression.left] : [expression.left, expression.right]
    const one = this.compile(first)
    const other = this.compile(second, one.type)
    const [left, right] = isTextFirst ? [other, one] : [one, other]
    const { type } = left
    if (type === undefined || right.type === undefined) return { type: undefined, run: blank }
    const comparable = operator === '=' || operator === '!=' ? equated : ordered
    if (type !== right.type || !comparable.includes(type)) return this.#wrong({ code: 'EXPRESSION_TYPE', limit: at })
    this.#checkChoice(expression.left, expression.right)
    this.#checkChoice(expression.right, expression.left)
    return { type: 'boolean', run: (given) => compared(type, operator, [left.run(given), right.run(given)]) }
  }

  #arithmetic({ operator, left, right, at }: Expression & { kind: 'arithmetic' }): Part {
    const one = this.compile(left)
    const other = this.compile(right, one.type)
    if (one.type === undefined || other.type === undefined) return { type: undefined, run: blank }
    const both =
      <Side>(of: (one: Side, other: Side) => Value): Run =>
      (given) => {
        const [first, second] = [one.run(given), other.run(given)]
        return first === undefined || second === undefined ? undefined : of(first as Side, second as Side)
      }
    if (one.type === 'number' && other.type === 'number')
      return { type: 'number', run: both<number>((first, second) => computed(operator, first, second)) }
    const { type } = one
    if (operator === '-' && type === other.type && (type === 'date' || type === 'datetime'))
      return { type: 'number', run: both<string>((end, start) => elapsed(type, end, start)) }
    if ((operator === '+' || operator === '-') && type === 'date' && other.type === 'number')
      return { type, run: both<string | number>((date, days) => moved(operator, String(date), Number(days))) }
    return this.#wrong({ code: 'EXPRESSION_TYPE', limit: at })
  }

  #call(expression: Expression & { kind: 'call' }): Part {
    const { name, of, at } = expression
    if (name === 'today' && of.length === 0) return { type: 'date', run: (given) => given.today }
    const [only] = of
    const summary = of.length === 1 ? summaryNamed(name) : undefined
    const repeated = this.#repeated(only)
    if (summary && only && repeated) return this.#summary(summary, only, repeated)
    if (name === 'count') return this.#wrong(notRepeated(expression))
    const found = name === 'today' ? undefined : functionNamed(name)
    if (!found) return this.#wrong({ code: 'EXPRESSION_FUNCTION', limit: at, names: name })
    if (of.length < found.least || of.length > found.most)
      return this.#wrong({ code: 'EXPRESSION_ARGUMENTS', limit: at, names: name })
    const parts = of.map((argument) => this.compile(argument))
    parts.forEach(({ type }, index) => {
      const takes = found.takes[Math.min(index, found.takes.length - 1)] ?? []
      const argument = of[index]
      if (argument && type !== undefined && !takes.includes(type)) this.problems.push(unfit(argument))
    })
    if (name === 'selected') this.#checkChoice(of[0] ?? expression, of[1] ?? expression)
    const runs = parts.map(({ run }) => run)
    const type = this.#typeGiven(found.gives, of, parts)
    return { type, run: (given) => found.run(runs.map((run) => run(given))) }
  }

  #summary({ takes, run }: Summary, { at }: Expression, { id, type }: NamedQuestion): Part {
    const answered = traitsOf(type).answer
    if (!answered || !takes.includes(answered)) return this.#wrong({ code: 'EXPRESSION_TYPE', limit: at })
    return { type: 'number', run: (given) => run(given.answersTo(id)) }
  }

  /** The type of a call; of those whose result is one of their arguments, these must be alike. */
  #typeGiven(gives: ValueType | 'same' | 'first', of: readonly Expression[], parts: readonly Part[]) {
    if (gives !== 'same' && gives !== 'first') return gives
    const [first, ...rest] = gives === 'same' ? parts.slice(1) : parts
    const other = rest.find(({ type }) => type !== undefined && type !== first?.type)
    const argument = other && of[parts.indexOf(other)]
    if (argument && first?.type !== undefined) this.problems.push(unfit(argument))
    return first?.type
  }
}

/** Blank stays blank. */
function onNumber(value: Value, of: (value: number) => number): Value {
  return typeof value === 'number' ? finite(of(value)) : undefined
}
