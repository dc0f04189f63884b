/** What the names in a form mean: its questions, and the options of each. */
import type { Question } from '#domain/surveys/survey.ts'
import type { Made } from './form-parts.ts'
import type { Names } from './from-xpath.ts'
import type { RowQuestion } from './read-rows.ts'

export class MadeNames {
  /** By the names of all questions. */
  readonly codes: ReadonlyMap<string, string>
  readonly #byName = new Map<string, Made>()
  readonly #byPath = new Map<string, Made>()
  readonly #optionCodes = new Map<string, ReadonlyMap<string, readonly string[]>>()

  constructor(questions: readonly RowQuestion[]) {
    const named = questions.toReversed().map(({ name, code }) => [name, code] as const)
    // Texts of ours name one of several by its code.
    this.codes = new Map([
      ...questions.map(({ code }) => [code, code] as const),
      ...named,
      ...named.filter(([name, code]) => name === code),
    ])
  }

  add(made: Made): void {
    const { name, path } = made.from
    if (!this.#byName.has(name)) this.#byName.set(name, made)
    this.#byPath.set(path.join('/'), made)
  }

  addOptions(questionCode: string, codesByName: ReadonlyMap<string, readonly string[]>): void {
    this.#optionCodes.set(questionCode, codesByName)
  }

  /** `/data/hh/name` names one of several by its path. */
  named(name: string): Made | undefined {
    const [, last = name] = /^\/.*?([^/]+)$/.exec(name) ?? []
    return this.#byPath.get(name.replace(/^\/[^/]+\//, '')) ?? this.#byName.get(last)
  }

  /** As an expression of the question sees them; without one `.` means nothing. */
  seenFrom(own: Question | undefined): Names {
    return {
      question: (name) => this.named(name)?.question,
      options: (code, name) => this.#optionsNamed(code, name),
      own,
    }
  }

  #optionsNamed(questionCode: string, name: string): readonly string[] {
    const list = this.#optionCodes.get(questionCode)
    if (list) return list.get(name) ?? []
    // What an `acknowledge` answers.
    return name === 'OK' ? ['yes'] : [name]
  }
}
