/** A question as the cells of its row in a form. The import looks here too: what it read must come to the same cells. */
import { parseExpression, referencesOf, type Expression } from '#domain/expressions/expression.ts'
import { withPlaces } from '#domain/answers/piped-text.ts'
import { entityCodes } from '#domain/surveys/entities.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Media } from '#domain/surveys/survey-files.ts'
import {
  defaultRating,
  isComputed,
  type Localized,
  maxRepeats,
  type OptionList,
  type Question,
  rangeOf,
  scaleOf,
  type Section,
} from '#domain/surveys/survey.ts'
import type { Passing, ReferenceTo } from './conditions.ts'
import type { FormNames } from './form-names.ts'
import { calculationXPath, type Places, toXPath, wholePattern } from './to-xpath.ts'
import { quoted } from './xpath.ts'

export type Cells = Map<string, string>

export interface FormContext {
  names: FormNames
  passing: Passing
  referenceTo: ReferenceTo
  /** How an XForm names the instance of a file. */
  file?: (name: string) => string
}

/** Cells without the texts, which come by language. */
export function plainCells(question: Question, context: FormContext): Cells {
  const { type, code, required, answers } = question
  const { names, referenceTo } = context
  const { form, isRecorded } = traitsOf(type)
  const hasList = answers.length > 0 || type === 'YES_NO'
  const cells: [string, string | undefined][] = [
    [
      'type',
      question.list
        ? `${form.type}_from_file ${question.list.file}`
        : hasList
          ? `${form.type} ${names.list(question)}`
          : form.type,
    ],
    ['name', names.layout.fields.get(code)?.name ?? code],
    ['required', required ? 'yes' : undefined],
    ['relevant', relevantOf(question, context)],
    ['constraint', constraintOf(question, context)],
    ['calculation', calculationOf(question, context)],
    [
      'trigger',
      triggersOf(question)
        .map((each) => referenceTo(each, code))
        .join(', '),
    ],
    ['default', initialOf(question, context)],
    ['read_only', isComputed(question) || question.readOnly ? 'yes' : undefined],
    ['appearance', isRecorded ? undefined : [form.appearance, question.appearance].filter(Boolean).join(' ')],
    [
      'parameters',
      question.list
        ? listParameters(question.list)
        : form.type === 'range'
          ? parametersOf(question)
          : isRecorded && (question.appearance ?? undefined),
    ],
    ['choice_filter', optionFilterOf(question, context)],
    // The list has a sheet of its own.
    ['save_to', code === entityCodes.id ? undefined : (question.saveTo ?? undefined)],
  ]
  return new Map(cells.flatMap(([column, text]) => (text ? [[column, text] as const] : [])))
}

/** The ends and the step of a scale. */
export function scaleParts(question: Question): [start: string, end: string, step: string] {
  const { min, max, step } =
    question.type === 'RANGE' ? scaleOf(question) : { min: 1, max: question.validation.max ?? defaultRating, step: 1 }
  return [String(min), String(max), String(step)]
}

function listParameters({ value, label }: OptionList): string {
  return [value && `value=${value}`, label && `label=${label}`].filter(Boolean).join(' ')
}

function parametersOf(question: Question): string {
  const [start, end, step] = scaleParts(question)
  return `start=${start} end=${end} step=${step}`
}

/** Texts show answers by the names of the form. */
export function textCells(
  base: string,
  text: Localized | null | undefined,
  { names: { layout } }: FormContext,
): [string, string][] {
  const nameOf = (code: string) => {
    const { name = code } = layout.fields.get(code) ?? {}
    return `\${${(layout.names.get(name) ?? 0) > 1 ? code : name}}`
  }
  return Object.entries(text ?? {}).map(([language, words]) => [`${base}::${language}`, withPlaces(words, nameOf)])
}

export function mediaCells(media: Media | null | undefined): [string, string][] {
  return Object.entries(media ?? {}).flatMap(([kind, names]) =>
    Object.entries(names).map(([language, name]): [string, string] => [`${kind}::${language}`, name]),
  )
}

/** All cells of the row. */
export function questionCells(question: Question, context: FormContext): Cells {
  return new Map([
    ...plainCells(question, context),
    ...textCells('label', question.text, context),
    ...textCells('hint', question.help, context),
    ...textCells('guidance_hint', question.guidance, context),
    ...textCells('constraint_message', question.validation.message, context),
    ...textCells('required_message', question.validation.requiredMessage, context),
    ...mediaCells(question.media),
  ])
}

/** The condition of its group; one that shares its group has its condition on each question. */
export function sectionRelevant(section: Section, context: FormContext): string | undefined {
  return context.names.layout.isAlone(section) ? sectionCondition(section, context) : undefined
}

function sectionCondition(section: Section, context: FormContext): string | undefined {
  const tree = treeOf(section.relevant)
  return tree && toXPath(tree, placesFor(context, section))
}

/** How often the section repeats; the most is written out where the bound of the question does not say it. */
export function repeatCount(section: Section, { names, referenceTo }: FormContext): string | undefined {
  const { repeat } = section
  if (!repeat?.countCode) return undefined
  const count = referenceTo(repeat.countCode, placeName(section))
  return mostCounted(names.question(repeat.countCode)) === repeat.max ? count : `min(${count}, ${repeat.max})`
}

/** The most repetitions, as the bound of the question says that counts them. */
export function mostCounted(question: Question | undefined): number {
  const { max = maxRepeats } = question ? rangeOf(question) : {}
  return Math.min(Math.max(Math.floor(max), 1), maxRepeats)
}

/** In XForms a reference is read from an option: `from` leads back to the question. */
export function optionFilterOf(
  question: Question,
  context: FormContext,
  from = (reference: string) => reference,
): string | undefined {
  const { names, referenceTo } = context
  const reference = (code: string) => from(referenceTo(code, question.code))
  const parent = names.parent(question)
  const tree = treeOf(question.optionFilter)
  return together([
    parent && filterOf(question, reference(parent.code)),
    tree && toXPath(tree, { ...placesFor(context, question), own: undefined, reference }),
  ])
}

/** Options that belong to none are shown whatever the answer is. */
function filterOf({ answers }: Question, parent: string): string {
  const filter = `parent = ${parent}`
  return answers.every(({ parentCode }) => parentCode) ? filter : `${filter} or parent = ''`
}

/** What references call a section that repeats. */
export function placeName({ id }: Pick<Section, 'id'>): string {
  return `section:${id}`
}

/** What an expression of the question sees, or the condition of a section. */
function placesFor({ names, referenceTo, file }: FormContext, of: Question | Section): Places {
  const question = 'code' in of ? of : undefined
  const from = question?.code ?? placeName(of)
  const rosters = question ? names.rosters(question.code) : names.around(of.id)
  return {
    question: names.question,
    option: names.option,
    reference: (code) => referenceTo(code, from),
    isRepeated: (code) => names.rosters(code).some((roster) => !rosters.includes(roster)),
    ...(question && rosters.length > 0 ? { repetition: (up: number) => wayUp(question.code, names, up) } : {}),
    repeating(code) {
      const question = referenceTo(code)
      const id = names.rosters(code).at(-1) ?? 0
      const { name = '' } = names.layout.groups.get(id) ?? {}
      return { question, group: question.startsWith('$') ? `\${${name}}` : referenceTo(placeName({ id }), from) }
    },
    lastSaved(code) {
      const path = referenceTo(code)
      return path.startsWith('$') ? path.replace('{', '{last-saved#') : `instance('__last-saved')${path}`
    },
    own: question,
    file,
  }
}

/** From a question to the repetition that it is in, or to one above. */
function wayUp(code: string, { layout, rosters }: FormNames, up: number): string {
  const { path: group = '' } = layout.groups.get(rosters(code).at(-1 - up) ?? 0) ?? {}
  const { path = '' } = layout.fields.get(code) ?? {}
  return path
    .slice(group.length + 1)
    .split('/')
    .map(() => '..')
    .join('/')
}

/** A draft may hold what cannot be read: it has no counterpart in a form. */
function treeOf(source: string | null | undefined): Expression | undefined {
  return source ? parseExpression(source).expression : undefined
}

export function relevantOf(question: Question, context: FormContext): string | undefined {
  const { layout } = context.names
  const section = layout.sections.get(question.code)
  const tree = treeOf(question.relevant)
  return together([
    section && !layout.isAlone(section) ? sectionCondition(section, context) : undefined,
    tree && toXPath(tree, placesFor(context, question)),
    context.passing.conditions.get(question.id),
  ])
}

export function calculationOf(question: Question, context: FormContext): string | undefined {
  const tree = treeOf(question.calculation)
  return tree && calculationXPath(tree, placesFor(context, question))
}

/** Written as it is, where it is a value. */
export function initialOf(question: Question, context: FormContext): string | undefined {
  const fixed = fixedInitial(question, context.names)
  const tree = treeOf(question.initial)
  return fixed ?? (tree && calculationXPath(tree, placesFor(context, question)))
}

/** The value that a question begins with; undefined where it is computed. */
export function fixedInitial(question: Question, names: FormNames): string | undefined {
  const tree = treeOf(question.initial)
  if (tree?.kind === 'number') return String(tree.value)
  if (tree?.kind === 'minus' && tree.of.kind === 'number') return String(-tree.of.value)
  if (tree?.kind !== 'text') return undefined
  const { answer, options } = traitsOf(question.type)
  // ODK Web Forms reads no time without seconds.
  if (!options) return answer === 'time' ? `${tree.value}:00` : tree.value
  const words = answer === 'choices' ? tree.value.split(/\s+/) : [tree.value]
  return words.map((word) => names.option(question, word)).join(' ')
}

export function triggersOf({ trigger }: Question): string[] {
  const tree = treeOf(trigger)
  return tree ? [...referencesOf(tree)] : []
}

/** The bounds and the constraint as one condition. */
export function constraintOf(question: Question, context: FormContext): string | undefined {
  const { type, validation, answers } = question
  const { maxLength, regex } = validation
  // A scale has its ends in its parameters.
  const { min, max } = traitsOf(type).form.type === 'range' ? {} : validation
  const measured = type === 'MULTIPLE' ? 'count-selected(.)' : '.'
  const tree = treeOf(question.constraint)
  const exclusive = answers.filter((option) => option.exclusive)
  return together([
    min === undefined ? undefined : `${measured} >= ${min}`,
    max === undefined ? undefined : `${measured} <= ${max}`,
    maxLength === undefined ? undefined : `string-length(.) <= ${maxLength}`,
    regex === undefined ? undefined : `regex(., ${quoted(wholePattern(regex))})`,
    ...(type === 'MULTIPLE' ? exclusive : []).map(
      (option) => `not(selected(., ${quoted(context.names.option(question, option.code))}) and count-selected(.) > 1)`,
    ),
    tree && toXPath(tree, placesFor(context, question)),
  ])
}

/** In brackets only where several come together. */
function together(parts: readonly (string | undefined)[]): string | undefined {
  const given = parts.filter((part) => part !== undefined)
  if (given.length < 2) return given[0]
  return given.map((part) => (/ or /.test(part) ? `(${part})` : part)).join(' and ')
}
