/** Where the parts of a survey are in its XForm, and how its expressions name them. */
import { partsOf } from '#domain/answers/piped-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { entityProperties } from '#domain/surveys/entities.ts'
import { languagesOf } from '#domain/surveys/languages.ts'
import type { FormGroup } from '#domain/surveys/form-layout.ts'
import {
  choiceTypes,
  type Localized,
  type Question,
  questionsOf,
  type Section,
  type SurveyContent,
} from '#domain/surveys/survey.ts'
import { helpersOf, passingOf } from './conditions.ts'
import { formNames } from './form-names.ts'
import { type FormContext, placeName } from './question-cells.ts'
import { textsOf } from '#domain/surveys/survey-texts.ts'

/** What a form has before the sections of its survey. */
export interface FormExtras {
  /** By their ids. */
  texts: readonly [string, Localized][]
  primary: readonly string[]
  binds: readonly string[]
  body: readonly string[]
}

export class XFormPlaces {
  readonly content: SurveyContent
  readonly context: FormContext
  /** The main one comes first. */
  readonly languages: readonly string[]
  /** What becomes properties of an entity. */
  readonly saved: ReadonlySet<Question>
  /** What computes the number of repetitions. */
  readonly counts = new Map<Section, string>()
  /** By the codes of choices that texts show: what computes the words of the option. Enketo names options in calculations alone. */
  readonly optionWords = new Map<string, string>()
  /** The place of each question and helper. */
  readonly #paths = new Map<string, string>()
  /** The places of groups that repeat. */
  readonly #repeats: string[] = []

  constructor(content: SurveyContent) {
    this.content = content
    this.saved = new Set(entityProperties(content))
    const names = formNames(content)
    for (const [code, { path, question }] of names.layout.fields)
      this.#paths.set(code, question.type === 'AUDIT' ? '/data/meta/audit' : `/data/${path}`)
    for (const [id, group] of names.layout.groups) {
      const section = content.sections.find((each) => each.id === id)
      if (!section?.repeat) continue
      this.#repeats.push(placeOf(group))
      this.#paths.set(placeName(section), placeOf(group))
      if (!section.repeat.countCode) continue
      const name = names.free(`${group.name}_count`)
      this.counts.set(section, name)
      // Beside the group, so that each repetition around it has its own.
      const outer = names.around(id).at(-1)
      this.#paths.set(name, `${outer === undefined ? '/data' : placeOf(names.layout.groups.get(outer))}/${name}`)
    }
    const helpers = helpersOf(content, names)
    for (const { name, of } of helpers.values()) {
      const section = names.layout.sections.get(of.code)
      // Helpers are beside the sections, but in a section that repeats beside their question.
      const place = section?.repeat ? this.pathOf(of.code).replace(/\/[^/]*$/, '') : placeOf(names.layout.top)
      this.#paths.set(name, `${place}/${name}`)
    }
    for (const code of codesShown(content)) {
      const question = names.question(code)
      const { options, answer } = traitsOf(question?.type ?? 'NOTE')
      if (!options || answer !== 'text') continue
      const path = this.pathOf(code)
      const name = names.free(`${path.split('/').at(-1)}_label`)
      this.optionWords.set(code, name)
      this.#paths.set(name, path.replace(/[^/]*$/, name))
    }
    const referenceTo = (name: string, from?: string) => this.reference(name, from)
    this.context = {
      names,
      file: names.file,
      passing: passingOf(content, { names, helpers, referenceTo }),
      referenceTo,
    }
    const languages = languagesOf(content)
    this.languages = languages.length > 0 ? languages : ['en']
  }

  /** In a section that repeats a path says nothing of the repetition. */
  reference(name: string, from: string | undefined): string {
    const [path, origin] = [this.pathOf(name), this.pathOf(from ?? '')]
    const isBeside = this.#repeats.some((repeat) => path.startsWith(`${repeat}/`) && origin.startsWith(`${repeat}/`))
    return isBeside ? relativePath(origin, path) : path
  }

  pathOf(name: string): string {
    return this.#paths.get(name) ?? `/data/${name}`
  }
}

/** The codes of the answers that texts show. */
function codesShown(content: SurveyContent): Set<string> {
  const words = textsOf(content).flatMap((text) => Object.values(text))
  return new Set(words.flatMap((text) => partsOf(text).filter((_, index) => index % 2 === 1)))
}

export function placeOf(group: FormGroup | undefined): string {
  return group?.path ? `/data/${group.path}` : '/data'
}

/** `../../age`: from one node to another. */
function relativePath(origin: string, path: string): string {
  const [from, to] = [origin.split('/'), path.split('/')]
  const shared = to.findIndex((name, index) => name !== from[index] || index === to.length - 1)
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

export function optionsShown({ type, answers }: Question) {
  return choiceTypes.includes(type) ? answers : []
}

export function hasYesNo(content: SurveyContent): boolean {
  return questionsOf(content).some(({ type }) => type === 'YES_NO')
}
