/** The options of the questions of a form, and the filters that offer them. */
import { choiceTypes } from '#domain/surveys/survey.ts'
import { optionFilterFrom, readFilter } from './choice-filter.ts'
import { type Form, type Made, spotOf } from './form-parts.ts'
import type { MadeNames } from './made-names.ts'
import { optionsOf } from './read-choices.ts'
import { mapTexts, withReferences } from './read-texts.ts'

const maxOptions = 50_000

export class OptionsReader {
  readonly #form: Form
  readonly #names: MadeNames
  readonly #usedLists = new Set<string>()
  #count = 0

  constructor(form: Form, names: MadeNames) {
    this.#form = form
    this.#names = names
  }

  addOptions({ from, question }: Made): void {
    const { lists } = this.#form
    if (from.list !== undefined) this.#usedLists.add(from.list)
    if (!choiceTypes.includes(question.type) || question.list) return
    const choices = lists.get(from.list ?? '') ?? []
    const codes = Map.groupBy(choices, ({ name }) => name)
    this.#names.addOptions(
      question.code,
      new Map([...codes].map(([name, named]) => [name, named.map(({ code }) => code)])),
    )
    const written = from.row.cells.get('choice_filter')
    const { filter, parent } = this.#parentOf(written)
    const parentList = new Map((lists.get(parent?.from.list ?? '') ?? []).map(({ name, code }) => [name, code]))
    const parentOf = (name: string) => parentList.get(name) ?? name
    const hasColumns = !parent && (written !== undefined || this.#form.survey.places.has('canvass'))
    const [firstId, column] = [this.#count + 1, parent && filter?.column]
    const options = optionsOf(choices, { firstId, filter: column, parentOf, hasColumns })
    question.answers = options.map((option) => ({
      ...option,
      text: mapTexts(option.text, (text) => withReferences(text, this.#names.codes)),
    }))
    this.#count += options.length
  }

  /** One name of several options of the parent means each of them: then the filter stays an expression. */
  #parentOf(written: string | undefined): { filter?: ReturnType<typeof readFilter>; parent?: Made | undefined } {
    const filter = written === undefined ? undefined : readFilter(written)
    const parent = filter && this.#names.named(filter.name)
    const names = (this.#form.lists.get(parent?.from.list ?? '') ?? []).map(({ name }) => name)
    return new Set(names).size < names.length ? {} : { filter, parent }
  }

  filterOf({ from, question }: Made): string | null {
    const written = from.row.cells.get('choice_filter')
    if (written === undefined || (!question.list && this.#parentOf(written).parent)) return null
    const { report } = this.#form
    const left = report.add.bind(report, spotOf(this.#form, from.row, 'choice_filter'), 'FILTER_LEFT')
    const names = this.#names.seenFrom(undefined)
    return optionFilterFrom(written, { question, names, left: (value) => left({ value }) })
  }

  noteLists(): void {
    const { lists, choices, report } = this.#form
    if (this.#count > maxOptions)
      report.add({ sheet: 'choices', row: 0 }, 'OPTIONS_TOO_MANY', { value: String(maxOptions) })
    for (const [name, list] of lists) {
      const spot = {
        sheet: choices.name,
        row: list[0]?.row ?? 0,
        index: choices.places.get('list_name'),
        column: 'list_name',
      }
      report.add(spot, this.#usedLists.has(name) ? 'LIST_TAKEN' : 'CELL_LEFT', {
        name,
        value: this.#usedLists.has(name) ? String(list.length) : name,
      })
    }
  }
}
