/**
 * From our expressions to the XPath of forms. There a blank is the empty text, which is no number: arithmetic with it is
 * NaN, which equals nothing. What a comparison or function makes of blanks otherwise is written out, so that both say the same.
 */
import { type Comparison, type Expression, lookupOf, printExpression } from '#domain/expressions/expression.ts'
import { functionNamed } from '#domain/expressions/expression-functions.ts'
import { meetingType, type ValueType } from '#domain/expressions/expression-values.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { isDrawn, type Question } from '#domain/surveys/survey.ts'
import { quoted } from './xpath.ts'

export interface Places {
  question: (code: string) => Question | undefined
  /** How a question is referred to: `${code}`, or its path. */
  reference: (code: string) => string
  /** Whether a question has an answer in each repetition of its section, as seen from here. */
  isRepeated: (code: string) => boolean
  /** How the group that repeats is referred to, and a question in it that has no repetition yet. */
  repeating?: (code: string) => { group: string; question: string }
  /** The way up to the repetition, or to one so many levels above it. */
  repetition?: (up: number) => string
  /** How the answer that a device sent last is referred to. */
  lastSaved?: (code: string) => string
  /** The name of an option of a question. */
  option: (question: Question, code: string) => string
  /** The instance of a file, in XForms: in XLSForms `pulldata` names the file. */
  file?: ((name: string) => string) | undefined
  /** The question whose answer is `.`. */
  own?: Question | undefined
}

export function toXPath(expression: Expression, places: Places): string {
  return new Writer(places).write(expression)
}

/** The value of a calculation: blank instead of NaN. */
export function calculationXPath(expression: Expression, places: Places): string {
  const [once] = expression.kind === 'call' && expression.name === 'once' ? expression.of : []
  if (once || isDrawn(printExpression(expression))) return `once(${valueXPath(once ?? expression, places)})`
  return valueXPath(expression, places)
}

function valueXPath(expression: Expression, places: Places): string {
  const writer = new Writer(places)
  const type = writer.typeOf(expression)
  const value = writer.write(expression)
  const isPlain = expression.kind === 'question' || expression.kind === 'number' || expression.kind === 'text'
  if (type === 'date' && !isPlain) return `if(${writer.isThere(expression)}, format-date(${value}, '%Y-%m-%d'), '')`
  return type === 'number' && !isPlain ? `if(${writer.isThere(expression)}, ${value}, '')` : value
}

/** Of what is no function of values alone. */
const otherGives: Record<string, ValueType | 'question' | undefined> = {
  matches: 'boolean',
  column: 'text',
  lookup: 'text',
  today: 'date',
  now: 'datetime',
  join: 'text',
  choiceName: 'text',
  indexedRepeat: 'question',
  lastSaved: 'question',
  once: 'question',
}

const dated: readonly (ValueType | undefined)[] = ['date', 'datetime', 'time']

class Writer {
  readonly #places: Places

  constructor(places: Places) {
    this.#places = places
  }

  #named(expression: Expression): Question | undefined {
    if (expression.kind === 'own') return this.#places.own
    return expression.kind === 'question' ? this.#places.question(expression.code) : undefined
  }

  typeOf(expression: Expression): ValueType | undefined {
    switch (expression.kind) {
      case 'number':
      case 'text':
      case 'boolean':
        return expression.kind
      case 'question':
      case 'own': {
        const question = this.#named(expression)
        return question && traitsOf(question.type).answer
      }
      case 'minus':
        return 'number'
      case 'logic':
      case 'comparison':
        return 'boolean'
      case 'arithmetic': {
        const [left, right] = [this.typeOf(expression.left), this.typeOf(expression.right)]
        return left === 'date' && right === 'number' ? 'date' : 'number'
      }
      case 'call':
        return this.#typeOfCall(expression)
    }
  }

  #typeOfCall({ name, of }: Expression & { kind: 'call' }): ValueType | undefined {
    const [first] = of
    const gives = functionNamed(name)?.gives ?? otherGives[name] ?? 'number'
    if (gives === 'question') return first && this.typeOf(first)
    return gives === 'same' || gives === 'first' ? this.#common(gives === 'same' ? of.slice(1) : of) : gives
  }

  /** Of those that are not blank; several types come together as texts. */
  #common(of: readonly Expression[]): ValueType | undefined {
    const there = of.filter((each) => !(each.kind === 'text' && each.value === ''))
    const types = new Set(there.map((each) => this.typeOf(each)))
    return types.size === 1 ? [...types][0] : 'text'
  }

  write(expression: Expression): string {
    switch (expression.kind) {
      case 'number':
        return plainNumber(expression.value)
      case 'text':
        return quoted(expression.value)
      case 'boolean':
        return `${expression.value}()`
      case 'question':
        return this.#places.reference(expression.code)
      case 'own':
        return '.'
      case 'minus':
        return `(0 - ${this.#closed(expression.of)})`
      case 'logic':
        return `${this.#condition(expression.left)} ${expression.operator} ${this.#condition(expression.right)}`
      case 'comparison':
        return this.#comparison(expression)
      case 'arithmetic':
        return this.#arithmetic(expression)
      case 'call':
        return this.#call(expression)
    }
  }

  /** In brackets where it would come apart. */
  #closed(expression: Expression): string {
    const isLoose = ['logic', 'comparison', 'arithmetic'].includes(expression.kind)
    return isLoose ? `(${this.write(expression)})` : this.write(expression)
  }

  /** The value as a condition: a number that is not 0, or anything else that is there. */
  #condition(expression: Expression): string {
    const type = this.typeOf(expression)
    if (type === 'boolean' || type === undefined) return this.#closed(expression)
    if (type !== 'number') return `(${this.isThere(expression)})`
    const value = this.#asNumber(expression)
    return `(${value} < 0 or ${value} > 0)`
  }

  /** The condition that a value is not blank. */
  isThere(expression: Expression): string {
    const type = this.typeOf(expression)
    const isReference = expression.kind === 'question' || expression.kind === 'own'
    if (expression.kind === 'number' || expression.kind === 'boolean' || type === 'boolean') return 'true()'
    if (isReference || type === 'text' || type === undefined) return `${this.#closed(expression)} != ''`
    return `string(${this.#asNumber(expression)}) != 'NaN'`
  }

  /** The value as a number; days and times as days since a fixed one. */
  #asNumber(expression: Expression): string {
    const type = this.typeOf(expression)
    if (expression.kind === 'number') return this.write(expression)
    if (type === 'number' && expression.kind !== 'question' && expression.kind !== 'own')
      return this.#closed(expression)
    const value = this.write(expression)
    if (type === 'time') return `decimal-time(${value})`
    return dated.includes(type) ? `decimal-date-time(${value})` : `number(${value})`
  }

  /** A text that is compared with a day or a time is one. */
  #read(expression: Expression, beside: ValueType | undefined): Expression | string {
    if (expression.kind !== 'text' || !dated.includes(beside)) return expression
    const reading = beside === 'time' ? 'decimal-time' : 'decimal-date-time'
    // ODK Web Forms reads no time without seconds.
    const value = /^\d\d:\d\d$/.test(expression.value) ? `${expression.value}:00` : expression.value
    return `${reading}(${quoted(value)})`
  }

  #comparison({ operator, left, right }: Expression & { kind: 'comparison' }): string {
    // Enketo reads no word behind a bare name.
    if (operator === '=' && isColumn(right) && !isColumn(left))
      return this.#comparison({ kind: 'comparison', at: 1, operator, left: right, right: left })
    const type = this.#meeting(operator, left, right)
    if (type === 'number' || dated.includes(type)) {
      const [one, other] = [this.#operand(left, right, type), this.#operand(right, left, type)]
      return operator === '!=' ? `(${one} < ${other} or ${one} > ${other})` : `${one} ${operator} ${other}`
    }
    const [one, other] = [this.#word(left, right), this.#word(right, left)]
    if (type === 'boolean') return `${one} ${operator} ${other}`
    const written = [left, right].some(({ kind }) => kind === 'text')
    const there = [left, right].flatMap((side) => (side.kind === 'text' ? [] : [this.isThere(side)]))
    // With a text that is not blank on one side, a blank on the other is unequal by itself.
    if (operator === '=') return written ? `${one} = ${other}` : `(${one} = ${other} and ${there[0] ?? 'true()'})`
    return `(${[...there, `${one} != ${other}`].join(' and ')})`
  }

  /** A written text is of the type of what it is compared with. */
  #meeting(operator: Comparison, left: Expression, right: Expression): ValueType | undefined {
    const [one, other] = [this.typeOf(left), this.typeOf(right)]
    if (left.kind === 'text' && (right.kind === 'text' || dated.includes(other))) return other
    if (right.kind === 'text' && dated.includes(one)) return one
    return one && other ? meetingType(operator, one, other) : (one ?? other)
  }

  /** A question stays as it is beside a written number, which makes a number of it. */
  #operand(side: Expression, other: Expression, type: ValueType | undefined): string {
    const read = this.#read(side, type)
    if (typeof read === 'string') return read
    const isReference = side.kind === 'question' || side.kind === 'own'
    return type === 'number' && isReference && other.kind === 'number' ? this.write(side) : this.#asNumber(side)
  }

  /** A text beside a question with options is written as the name of its option. */
  #word(side: Expression, other: Expression): string {
    const question = this.#named(other)
    return side.kind === 'text' && question ? quoted(this.#places.option(question, side.value)) : this.#closed(side)
  }

  #arithmetic({ operator, left, right }: Expression & { kind: 'arithmetic' }): string {
    const [one, other] = [this.#asNumber(left), this.#asNumber(right)]
    const sum = `${one} ${operator === '/' ? 'div' : operator} ${other}`
    if (this.typeOf(left) === 'date' && this.typeOf(right) === 'number') return `date(${sum})`
    if (operator !== '/' || (right.kind === 'number' && right.value !== 0)) return sum
    return `${one} div if(${other} = 0, number(''), ${other})`
  }

  #call({ name, of }: Expression & { kind: 'call' }): string {
    const [first, second, third] = of
    if (
      ['count', 'sum', 'min', 'max'].includes(name) &&
      first?.kind === 'question' &&
      this.#places.isRepeated(first.code)
    ) {
      const answers = `${this.#places.reference(first.code)}[. != '']`
      // To some engines the sum of none is no number.
      return name === 'sum' ? `if(count(${answers}) > 0, sum(${answers}), 0)` : `${name}(${answers})`
    }
    if (name === 'position')
      return `position(${this.#places.repetition?.(first?.kind === 'number' ? first.value : 0) ?? '..'})`
    if (!first) return `${name}()`
    switch (name) {
      case 'column':
        return first.kind === 'text' ? first.value : "''"
      case 'lookup':
        return this.#lookup({ name, of, kind: 'call', at: 1 })
      case 'selected':
        return this.#selected(first, second ?? first)
      case 'matches':
        return `regex(${this.write(first)}, ${quoted(wholePattern(second?.kind === 'text' ? second.value : ''))})`
      case 'answered':
        return this.isThere(first)
      case 'not':
        return `not(${this.#condition(first)})`
      case 'if':
        return this.#either(first, second, third)
      case 'coalesce':
        return of
          .slice(0, -1)
          .reduceRight(
            (rest, each) => `if(${this.isThere(each)}, ${this.write(each)}, ${rest})`,
            this.write(of.at(-1) ?? first),
          )
      case 'round':
        return `round(${[first, ...(second ? [second] : [])].map((each) => this.#asNumber(each)).join(', ')})`
      case 'min':
      case 'max':
      case 'sum':
        return this.#overNumbers(name, of)
      case 'concat':
        return `concat(${of.map((each) => this.#written(each)).join(', ')})`
      case 'distance':
      case 'area': {
        const there = of.map((each) => this.isThere(each)).join(' and ')
        return `if(${there}, ${name}(${of.map((each) => this.write(each)).join(', ')}), number(''))`
      }
      // Of nothing it would be endless.
      case 'log':
      case 'log10': {
        const value = this.#asNumber(first)
        return `${name}(if(${value} > 0, ${value}, number('')))`
      }
      case 'date':
        return `date(${this.#moment(first)})`
      case 'formatDate': {
        const value = `format-date-time(${this.#moment(first)}, ${second ? this.write(second) : "''"})`
        return `if(${this.isThere(first)}, ${value}, '')`
      }
      case 'join':
        return `join(${this.write(first)}, ${second?.kind === 'question' ? `${this.#places.reference(second.code)}[. != '']` : "''"})`
      case 'choiceName':
        return `jr:choice-name(${this.#word(first, second ?? first)}, '${second ? this.write(second) : ''}')`
      case 'repetitions':
      case 'indexedRepeat': {
        const { group, question } = this.#repeating(first)
        if (name === 'repetitions') return `count(${group})`
        return `indexed-repeat(${question}, ${group}, ${second ? this.#asNumber(second) : '1'})`
      }
      case 'lastSaved':
        return first.kind === 'question' ? (this.#places.lastSaved?.(first.code) ?? "''") : "''"
      default: {
        const { xpath = name, takes = [] } = functionNamed(name) ?? {}
        const isNumber = (place: number) => takes[Math.min(place, takes.length - 1)]?.join() === 'number'
        const values = of.map((each, place) => (isNumber(place) ? this.#asNumber(each) : this.write(each)))
        return `${xpath}(${values.join(', ')})`
      }
    }
  }

  #repeating(expression: Expression): { group: string; question: string } {
    const found = expression.kind === 'question' ? this.#places.repeating?.(expression.code) : undefined
    return found ?? { group: "''", question: "''" }
  }

  /** A number of days is written as one. */
  #moment(expression: Expression): string {
    const type = this.typeOf(expression)
    return type === 'number' ? `date-time(${this.#asNumber(expression)})` : this.write(expression)
  }

  #lookup(call: Expression & { kind: 'call' }): string {
    const named = lookupOf(call)
    if (!named) return "''"
    const { file, column, key, value } = named
    const { file: instanceOf } = this.#places
    if (!instanceOf) {
      const names = [file.replace(/\.csv$/, ''), column, key].map(quoted)
      return `pulldata(${[...names, this.write(value)].join(', ')})`
    }
    // Inside the predicate, `..` and `.` would be the row.
    const reference = (code: string) => this.#places.reference(code).replace(/^\.\./, 'current()/..')
    const inside = new Writer({ ...this.#places, reference }).write(value).replace(/^\.$/, 'current()/.')
    return `instance(${quoted(instanceOf(file))})/root/item[${key} = ${inside}]/${column}`
  }

  #either(holds: Expression, one: Expression | undefined, other: Expression | undefined): string {
    const isText = this.#common([one, other].filter((each) => each !== undefined)) === 'text'
    const [first, second] = [one, other].map((each) =>
      each ? (isText ? this.#written(each) : this.write(each)) : "''",
    )
    const condition = this.typeOf(holds) === 'boolean' ? this.write(holds) : this.#condition(holds)
    return `if(${condition}, ${first}, ${second})`
  }

  #selected(chosen: Expression, code: Expression): string {
    if (this.typeOf(chosen) === 'choices') return `selected(${this.write(chosen)}, ${this.#word(code, chosen)})`
    return this.#comparison({ kind: 'comparison', at: 1, operator: '=', left: chosen, right: code })
  }

  /** Over the numbers present; blank without any. */
  #overNumbers(name: 'min' | 'max' | 'sum', of: readonly Expression[]): string {
    const instead = { min: '999999999999999', max: '(0 - 999999999999999)', sum: '0' }[name]
    const values = of.map((each) => {
      return each.kind === 'number'
        ? this.write(each)
        : `if(${this.isThere(each)}, ${this.#asNumber(each)}, ${instead})`
    })
    const there = of.map((each) => `(${this.isThere(each)})`).join(' or ')
    const whole = name === 'sum' ? `(${values.join(' + ')})` : `${name}(${values.join(', ')})`
    return `if(${there}, ${whole}, number(''))`
  }

  #written(expression: Expression): string {
    const isComputed = this.typeOf(expression) === 'number' && ['arithmetic', 'call', 'minus'].includes(expression.kind)
    return isComputed
      ? `if(${this.isThere(expression)}, string(${this.write(expression)}), '')`
      : this.write(expression)
  }
}

function isColumn(expression: Expression): boolean {
  return expression.kind === 'call' && expression.name === 'column'
}

/** Programs that read forms may be content with a part of the answer. */
export function wholePattern(regex: string): string {
  return regex.startsWith('^') && regex.endsWith('$') ? regex : `^(${regex})$`
}

/** Without an exponent. */
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text
}
