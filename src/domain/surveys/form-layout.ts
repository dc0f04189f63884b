/**
 * Where the questions of a survey are in a form: in the groups and by the names of the form that they came from, else by
 * their codes in a group for each section. Every name is the only one of its group.
 */
import { freeNames } from '../text/free-names.ts'
import { rostersAround } from '../answers/rosters.ts'
import type { InnerGroup, Question, Section } from './survey.ts'

export interface FormField {
  name: string
  /** From the top: `hh/demographics/name`. */
  path: string
  question: Question
}

export interface FormGroup {
  name: string
  path: string
  /** The section that begins with it: its title, condition and repetitions are those of the group. */
  section: Section | undefined
  /** What a group inside of a section says. */
  inner?: InnerGroup | undefined
  children: (FormGroup | FormField)[]
}

export interface FormLayout {
  /** All of the form: a group without a name. */
  top: FormGroup
  /** The groups that the questions of sections are in, by the ids of sections. */
  groups: ReadonlyMap<number, FormGroup>
  /** By the codes of questions. */
  fields: ReadonlyMap<string, FormField>
  /** By the codes of questions. */
  sections: ReadonlyMap<string, Section>
  /** How often groups and questions have a name. */
  names: ReadonlyMap<string, number>
  /** Whether its group begins with the section. */
  begins: (section: Section) => boolean
  /** Whether it shares its group with no other section: a condition of the group is then its own. */
  isAlone: (section: Section) => boolean
}

const nameStart = String.raw`[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]`
const xmlName = String.raw`${nameStart}(?:${nameStart}|[-.0-9\u00B7\u0300-\u036F\u203F\u2040])*`
/** Names as XML has them, with slashes between. */
const formPath = new RegExp(`^${xmlName}(?:/${xmlName})*$`, 'u')
const longestPath = 500
const deepestPath = 20

/** The names as a path; undefined where a form could not have it. */
export function formPathOf(names: readonly string[]): string | undefined {
  const path = names.join('/')
  return names.length <= deepestPath && path.length <= longestPath && formPath.test(path) ? path : undefined
}

/** What protocols keep for themselves. */
const reserved = ['meta']

export function formLayout(sections: readonly Section[]): FormLayout {
  return new Layout(sections)
}

class Layout implements FormLayout {
  readonly top: FormGroup = { name: '', path: '', section: undefined, children: [] }
  readonly groups = new Map<number, FormGroup>()
  readonly fields = new Map<string, FormField>()
  readonly sections = new Map<string, Section>()
  readonly names = new Map<string, number>()
  /** Paths of forms, which come before names that are made. */
  readonly #kept: ReadonlySet<string>
  /** Of sections. */
  readonly #paths: ReadonlySet<string>
  readonly #used = new Map<FormGroup, Set<string>>([[this.top, new Set(reserved)]])
  /** As the form calls them, even where that name was taken. */
  readonly #wanted = new Map<FormGroup, string>()
  #open = [this.top]
  /** The groups of sections that repeat, from the top, by their ids. */
  readonly #chains = new Map<number, FormGroup[]>()
  readonly #begun = new Set<Section>()
  readonly #shared = new Set<FormGroup>([this.top])
  /** Groups around groups of sections. */
  readonly #around = new Set<FormGroup>()

  constructor(sections: readonly Section[]) {
    const questions = sections.flatMap((section) => section.questions)
    const paths = [...sections, ...questions].flatMap((part) => part.formPath?.toLowerCase() ?? [])
    this.#paths = new Set(sections.flatMap(({ formPath }) => formPath ?? []))
    this.#kept = new Set(paths.flatMap((path) => path.split('/').map((_, end, all) => all.slice(0, end + 1).join('/'))))
    const free = freeNames([...questions.map(({ code }) => code), ...paths.flatMap((path) => path.split('/'))])
    const around = rostersAround(sections)
    sections.forEach((section, index) =>
      this.#add(section, { made: free(`section_${index + 1}`), outer: around[index]?.at(-2) }),
    )
  }

  begins = (section: Section) => this.#begun.has(section)

  isAlone = (section: Section) => {
    const group = this.groups.get(section.id)
    return group?.section === section && !this.#shared.has(group)
  }

  /** `outer`: the section that it repeats in. */
  #add(section: Section, { made, outer }: { made: string; outer: Section | undefined }): void {
    const { repeat } = section
    const chain = this.#chains.get(outer?.id ?? 0) ?? [this.top]
    const path = pathInside(section, outer)
    const isMade = path === undefined || path === null || (repeat && path === '')
    const wanted = isMade ? [made] : path.split('/').filter((each) => each !== '')
    const from = chain.length - 1
    if (outer) this.#open = this.#within(chain, wanted.slice(0, -1))
    // One that repeats has a group of its own.
    const known = this.#known(wanted, repeat ? wanted.length - 1 : wanted.length, from)
    for (const group of this.#open.slice(outer ? from + 1 : 0, from + known + 1)) this.#shared.add(group)
    if (known < wanted.length) {
      this.#enter(wanted, from, known)
      for (const group of this.#open.slice(from + 1, -1)) this.#around.add(group)
      this.#group.section = section
      this.#begun.add(section)
    }
    if (repeat) this.#chains.set(section.id, [...this.#open])
    const depth = from + wanted.length
    const group = this.#open[depth] ?? this.top
    if (this.#around.has(group)) group.section ??= section
    this.groups.set(section.id, group)
    for (const question of section.questions) this.#addQuestion(question, section, depth)
  }

  /** The groups that there are already: questions behind them may have closed them. */
  #within(chain: readonly FormGroup[], wanted: readonly string[]): FormGroup[] {
    const open = [...chain]
    for (const name of wanted) {
      const group = open.at(-1)?.children.find((each) => 'children' in each && this.#wanted.get(each) === name)
      if (!group || !('children' in group) || group.section?.repeat) break
      open.push(group)
    }
    return open
  }

  #addQuestion(question: Question, section: Section, depth: number): void {
    const own = this.#namesWithin(section, question)
    const names = own ?? [question.code]
    const around = names.slice(0, -1)
    this.#enter(around, depth, this.#known(around, around.length, depth))
    for (const group of this.#open.slice(depth + 1))
      group.inner ??= section.groups?.find(({ path }) => path === group.path)
    const name = this.#nameIn(this.#group, names.at(-1) ?? question.code, own === undefined)
    const field = { name, path: pathOf(this.#group, name), question }
    this.#group.children.push(field)
    this.fields.set(question.code, field)
    this.sections.set(question.code, section)
  }

  /** The question's own names in the group of its section; undefined where its path leads into the group of another one. */
  #namesWithin({ formPath: around }: Section, { formPath: path }: Question): string[] | undefined {
    if (!path || around === undefined || around === null) return undefined
    if (around !== '' && !path.startsWith(`${around}/`)) return undefined
    const names = path.split('/')
    const depth = around === '' ? 0 : around.split('/').length
    const isElsewhere = names.some((_, end) => end > depth && this.#paths.has(names.slice(0, end).join('/')))
    return isElsewhere || (depth === 0 && names.length > 1) ? undefined : names.slice(depth)
  }

  get #group(): FormGroup {
    return this.#open.at(-1) ?? this.top
  }

  /** How many of the groups are open. What repeats is entered by its own section alone. */
  #known(wanted: readonly string[], most: number, from = 0): number {
    const open = this.#open.slice(from + 1)
    const differs = wanted.findIndex((name, index) => {
      const group = open[index]
      return !group || this.#wanted.get(group) !== name || group.section?.repeat
    })
    return Math.min(differs < 0 ? wanted.length : differs, most)
  }

  #enter(wanted: readonly string[], from: number, known: number): void {
    this.#open = this.#open.slice(0, from + known + 1)
    for (const each of wanted.slice(known)) {
      const name = this.#nameIn(this.#group, each, false)
      const group: FormGroup = { name, path: pathOf(this.#group, name), section: undefined, children: [] }
      this.#group.children.push(group)
      this.#wanted.set(group, each)
      this.#open.push(group)
    }
  }

  #nameIn(group: FormGroup, wanted: string, isMade: boolean): string {
    const used = this.#used.get(group) ?? new Set()
    this.#used.set(group, used)
    let name = wanted
    const isTaken = () => used.has(name.toLowerCase()) || (isMade && this.#kept.has(pathOf(group, name).toLowerCase()))
    for (let n = 2; isTaken(); n += 1) name = `${wanted}_${n}`
    used.add(name.toLowerCase())
    this.names.set(name, (this.names.get(name) ?? 0) + 1)
    return name
  }
}

/** The path from the group of the section around it. */
function pathInside({ formPath }: Section, outer: Section | undefined): string | null | undefined {
  if (!outer || !formPath) return formPath
  return outer.formPath && formPath.startsWith(`${outer.formPath}/`)
    ? formPath.slice(outer.formPath.length + 1)
    : formPath.replace(/^.*\//, '')
}

function pathOf({ path }: FormGroup, name: string): string {
  return path === '' ? name : `${path}/${name}`
}
