/** What the names in a form mean: its questions, and the options of each. */
import type { Question } from '#domain/surveys/survey.ts'
import type { Made } from './form-parts.ts'
import type { Names } from './from-xpath.ts'
import type { RowSection } from './read-rows.ts'

export class MadeNames {
  /** By the names of all questions. */
  readonly codes: ReadonlyMap<string, string>
  readonly #byName = new Map<string, Made>()
  readonly #byPath = new Map<string, Made>()
  readonly #optionCodes = new Map<string, ReadonlyMap<string, readonly string[]>>()

  /** By the names of groups that repeat: the code of a question in each. */
  readonly #repeated: ReadonlyMap<string, string>
  /** By the paths of groups that repeat: those of groups that repeat inside. */
  readonly #outer: ReadonlyMap<string, readonly string[]>
  readonly #lists: Pick<ReadonlySet<string>, 'has'>
  /** By their names without endings. */
  readonly #files: ReadonlyMap<string, string>

  /** `lists`: the names of the lists of the form itself. */
  constructor(sections: readonly RowSection[], lists: Pick<ReadonlySet<string>, 'has'>) {
    this.#lists = lists
    const questions = sections.flatMap((section) => section.questions)
    this.#files = new Map(questions.flatMap(({ file }) => (file ? [[file.replace(/\.\w+$/, ''), file]] : [])))
    this.#repeated = new Map(
      sections.flatMap(({ name, repeats, questions: [first] }) => (repeats && first ? [[name, first.code]] : [])),
    )
    const paths = sections.flatMap(({ repeats, path }) => (repeats && path ? [path.join('/')] : []))
    this.#outer = new Map(paths.map((path) => [path, paths.filter((inside) => inside.startsWith(`${path}/`))]))
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

  /** `/data/hh/name` names one of several by its path, and `../name` by the way from another; else the last name counts. */
  named(name: string, from: readonly string[] = []): Made | undefined {
    const last = name.split('/').at(-1) ?? ''
    const path = name.startsWith('/') ? name.split('/').slice(2) : name.includes('/') ? wayFrom(from, name) : [name]
    return this.#byPath.get(path.join('/')) ?? this.#byName.get(last)
  }

  /** As an expression of the question sees them; without one `.` means nothing. */
  seenFrom(own: Question | undefined, from?: readonly string[]): Names {
    return {
      question: (name) => this.named(name, from)?.question,
      levelsUp: (way) => this.#levelsUp(way, from ?? []),
      repeated: (name) => this.#repeated.get(name.split('/').at(-1) ?? ''),
      options: (code, name) => this.#optionsNamed(code, name),
      renamed: (code) => this.#renamed(code),
      fileOf: (name) => this.#files.get(name),
      isList: (name) => this.#lists.has(name),
      own,
    }
  }

  #levelsUp(way: string, from: readonly string[]): number {
    const around = this.#outer.get(wayFrom(from, way).join('/')) ?? []
    return around.filter((inside) => from.join('/').startsWith(`${inside}/`)).length
  }

  #renamed(questionCode: string): [string, readonly string[]][] {
    const named = [...(this.#optionCodes.get(questionCode) ?? [])]
    return named
      .map(([name, codes]): [string, string[]] => [name, codes.filter((code) => code !== name)])
      .filter(([, codes]) => codes.length > 0)
  }

  #optionsNamed(questionCode: string, name: string): readonly string[] {
    const list = this.#optionCodes.get(questionCode)
    if (list) return list.get(name) ?? []
    // What an `acknowledge` answers.
    return name === 'OK' ? ['yes'] : [name]
  }
}

function wayFrom(from: readonly string[], way: string): string[] {
  const path = [...from]
  for (const step of way.replace(/^current\(\)\//, '').split('/'))
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  return path
}
