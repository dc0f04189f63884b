/** Fills surveys here and, as XForms, in the engine that collecting apps use, and says where the two differ. */
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { answerProblems } from '#domain/answers/answers.ts'
import { isCountedByHand, upTo } from '#domain/answers/answer-keys.ts'
import { depthOf, insideOf, rostersAround } from '#domain/answers/rosters.ts'
import { offeringOf } from '#domain/answers/choice-filter.ts'
import { answerKey, type Answers, type AnswerValue, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { fill } from '#domain/answers/filling.ts'
import {
  defaultRating,
  type Question,
  type QuestionType,
  type Section,
  type SurveyContent,
  scaleOf,
} from '#domain/surveys/survey.ts'
import type { FormLayout } from '#domain/surveys/form-layout.ts'
import { formNames } from '../xlsform/form-names.ts'
import { askedContent, xformOf } from '../xlsform/xform.ts'
import { anyContent } from './any-content.ts'

/** Types whose answers the engine takes as they are. */
const comparedTypes: readonly QuestionType[] = [
  'TEXT',
  'LONG_TEXT',
  'INTEGER',
  'DECIMAL',
  'DATE',
  'TIME',
  'DATETIME',
  'GEOPOINT',
  'GEOTRACE',
  'SINGLE',
  'MULTIPLE',
  'RANK',
  'YES_NO',
  'RATING',
  'RANGE',
  'PHONE',
  'BARCODE',
  'NOTE',
]

/** So many repetitions get answers; further ones stay blank. */
const mostFilled = 3

export interface EngineNode {
  nodeType: string
  currentState: {
    reference: string
    relevant: boolean
    required: boolean
    children?: readonly EngineNode[] | null
    instanceValue?: string
    valueOptions?: readonly { value: string }[]
  }
  validationState: { violation?: { condition: string } | null }
  setValue(value: string): void
  selectValue(value: string | null): void
  setValues(values: readonly string[]): void
  selectValues(values: readonly string[]): void
  addInstances(afterIndex: number, count: number): void
  removeInstances(startIndex: number, count: number): void
}

const domClasses = /^(Attr|Comment|Document|DOMParser|Element|Node|NodeFilter|NodeList|Text|XMLDocument|XMLSerializer)$/

/** The engine expects a browser, and its parser the globals of CommonJS. */
async function loadEngine() {
  const { window } = new JSDOM('')
  const names = Object.getOwnPropertyNames(window).filter((name) => domClasses.test(name))
  const dom = Object.fromEntries(names.map((name) => [name, (window as unknown as Record<string, unknown>)[name]]))
  const common = { __dirname: import.meta.dirname, require: createRequire(import.meta.url) }
  Object.assign(globalThis, dom, { document: window.document }, common)
  return import('@getodk/xforms-engine')
}

type FormsEngine = ReturnType<typeof loadEngine>

/** Once for the process, which runs several test files: a second document would be none of the first one's. */
export function formsEngine(): FormsEngine {
  const shared = globalThis as { canvassFormsEngine?: FormsEngine }
  shared.canvassFormsEngine ??= loadEngine()
  return shared.canvassFormsEngine
}

export async function openForm(content: SurveyContent): Promise<EngineNode> {
  const { createInstance } = await formsEngine()
  const { root } = await createInstance(xformOf({ title: 'Form', id: 'form', version: 1, content }))
  return root as unknown as EngineNode
}

/** By the codes of questions and the paths of groups; in the second repetition of a section `age.2`. */
export function nodesOf(root: EngineNode, layout: FormLayout): ReadonlyMap<string, EngineNode> {
  const nodes = new Map<string, EngineNode>()
  const codes = new Map([...layout.fields].map(([code, { path }]) => [path, code]))
  const walk = (node: EngineNode, repetition: Repetition) => {
    const path = node.currentState.reference.replaceAll(/\[\d+\]/g, '').replace('/data/', '')
    const name = codes.get(path) ?? path
    const isRange = node.nodeType.startsWith('repeat-range')
    const numbered = repetition === undefined ? name : `${name}.${repetition}`
    nodes.set(node.nodeType === 'repeat-instance' ? name : numbered, node)
    node.currentState.children?.forEach((child, index) =>
      walk(child, isRange ? insideOf(repetition, index + 1) : repetition),
    )
    if (isRange) nodes.set(numbered, node)
  }
  walk(root, undefined)
  return nodes
}

/** Those that a section may have, and more than it gets answers in. */
function possibleRepetitions(content: SurveyContent, section: Section, most: number): Repetition[] {
  const rosters = rostersAround(content.sections)[content.sections.indexOf(section)] ?? []
  return rosters.reduce<Repetition[]>(
    (outer, { repeat }) =>
      outer.flatMap((each) => upTo(Math.min(repeat?.max ?? 0, most)).map((number) => insideOf(each, number))),
    [undefined],
  )
}

/** What a section repeats in. */
function possibleOuter(content: SurveyContent, section: Section, most: number): Repetition[] {
  const outer = rostersAround(content.sections)[content.sections.indexOf(section)]?.at(-2)
  return outer ? possibleRepetitions(content, outer, most) : [undefined]
}

export interface Fillings {
  content: SurveyContent
  /** By the keys of answers; undefined: not answered. */
  forms: Record<string, AnswerValue | undefined>[]
}

function answerTo({ type, answers, validation }: Question): fc.Arbitrary<AnswerValue> {
  const codes = answers.map(({ code }) => code)
  switch (type as string) {
    case 'INTEGER':
      return fc.integer({ min: -5, max: 12 })
    case 'DECIMAL':
      return fc.integer({ min: -10, max: 30 }).map((value) => value / 2)
    case 'RATING':
      return fc.integer({ min: 1, max: validation.max ?? defaultRating })
    case 'RANGE': {
      const { min, max, step } = scaleOf({ validation })
      return fc.nat(Math.floor((max - min) / step)).map((steps) => min + steps * step)
    }
    case 'DATE':
      return fc.constantFrom('2024-05-01', '2024-05-04', '2024-05-09', '2099-01-01')
    case 'TIME':
      return fc.constantFrom('09:30', '11:30', '14:29', '18:30')
    case 'DATETIME':
      return fc.constantFrom('2024-05-01T10:00:00+02:00', '2024-05-04T23:30:00Z', '2099-01-01T00:00:00Z')
    case 'GEOPOINT':
      return fc.constantFrom({ latitude: -19.5, longitude: 34.75, accuracy: 8 }, { latitude: 1.5, longitude: 0 })
    case 'GEOTRACE':
      return fc.constantFrom('-19.5 34.75 0 8; -19.6 34.8 0 5', '1.5 2 0 0; 1.5 2.5 0 0; 1.6 2 0 0')
    case 'RANK':
      return fc.shuffledSubarray(codes, { minLength: codes.length })
    case 'SINGLE':
      return fc.constantFrom(...codes)
    case 'YES_NO':
      return fc.constantFrom('yes', 'no')
    case 'MULTIPLE':
      return fc.subarray(codes, { minLength: 1 })
    case 'PHONE':
      return fc.constantFrom('+258841000001', '+258841000002')
    default:
      return fc.constantFrom('abc', 'a', 'XYZ', 'abcdefghij', 'abcd efgh')
  }
}

/** The engine counts the repetitions of a section that is not asked, too. */
function countsHidden({ sections, skips }: SurveyContent): boolean {
  const isHidden = skips !== undefined || sections.some(({ repeat, relevant }) => repeat && relevant)
  return isHidden && JSON.stringify(sections).includes('repetitions(')
}

/** It also looks for the question of a choice before the repetition around it is there. */
function namesChoiceAround({ sections }: SurveyContent): boolean {
  return sections.some((section) => depthOf(section) > 1 && section.relevant?.includes('choiceName('))
}

export function anyFillings(forms: number): fc.Arbitrary<Fillings> {
  const contents = anyContent({ types: comparedTypes, rosters: true, paths: true })
  return contents
    .filter((content) => !countsHidden(content) && !namesChoiceAround(content))
    .chain((content) => {
      const answers = content.sections.flatMap((section) => {
        const asked = section.questions.filter(({ type, calculation }) => type !== 'NOTE' && !calculation)
        const most = Math.min(section.repeat?.max ?? 0, mostFilled)
        const repetitions = possibleRepetitions(content, section, mostFilled)
        const counts = possibleOuter(content, section, mostFilled).map(
          (outer) => [countKey(section, outer), fc.integer({ min: 0, max: most })] as const,
        )
        const own = asked.flatMap((each) =>
          repetitions.map(
            (one) => [answerKey(each, one), fc.option(answerTo(each), { nil: undefined, freq: 4 })] as const,
          ),
        )
        return isCountedByHand(section) ? [...counts, ...own] : own
      })
      const form = fc.record(Object.fromEntries<fc.Arbitrary<AnswerValue | undefined>>(answers))
      return fc.array(form, { minLength: forms, maxLength: forms }).map((all) => ({ content, forms: all }))
    })
}

/** Each difference between the two, in words; empty when they agree. */
export async function differences({ content, forms }: Fillings, today: string): Promise<string[]> {
  let root = await openForm(content)
  const isNested = content.sections.some((section) => depthOf(section) > 1)
  const names = formNames(askedContent(content))
  const { layout } = names
  const found: string[] = []
  for (const drawn of forms) {
    const form = withoutStray(content, drawn, today)
    // What is computed in a repetition that goes with those inside of it may fail there.
    if (isNested && drawn !== forms[0]) root = await openForm(content)
    for (const section of content.sections) fillSection(root, { content, section, layout, form })
    const nodes = nodesOf(root, layout)
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
    const { asked, answers } = fill(content, given, { today })
    const shown = Object.fromEntries(Object.entries(given).filter(([key]) => asked.has(key)))
    const problems = new Map(answerProblems(content, shown, { today }).map(({ key, code }) => [key, code]))
    // Beside an answer that is none, the validator does not say what depends on it: then its own problem is compared.
    const isClear = [...problems.values()].every((code) => code === 'REQUIRED' || code === 'CONSTRAINT')
    for (const section of content.sections)
      for (const question of section.questions) {
        const { code, type, required, calculation } = question
        for (const repetition of possibleRepetitions(content, section, mostFilled + 2)) {
          const key = answerKey(question, repetition)
          const name = repetition === undefined ? code : `${code}.${repetition}`
          const node = nodes.get(name)
          const isShown = asked.has(key)
          const say = (what: string, here: unknown, there: unknown) =>
            found.push(`${name} ${what}: ${String(here)} here, ${String(there)} there, for ${JSON.stringify(form)}`)
          if ((node?.currentState.relevant ?? false) !== isShown) say('visible', isShown, node?.currentState.relevant)
          if (!node || !isShown || type === 'NOTE') continue
          if (calculation) {
            const there = node.currentState.instanceValue ?? ''
            const here = writtenFor(answers[key])
            if (here !== there && Number(here || Number.NaN) !== Number(there)) say('computed', here, there)
            continue
          }
          if (node.currentState.required !== required) say('required', required, node.currentState.required)
          if (question.optionFilter) {
            const offered = offeringOf(content, given, { today })(question, repetition)
            const here = offered.map((option) => names.option(question, option.code))
            const there = (node.currentState.valueOptions ?? []).map(({ value }) => value)
            if (here.join(';') !== there.join(';')) say('options', here, there)
          }
          const violation = node.validationState.violation?.condition
          const problem = problems.get(key)
          const isSame = (violation === undefined) === (problem === undefined)
          if (!isSame && (isClear || problem !== undefined)) say('problem', problem, violation)
        }
      }
  }
  return found
}

/** Without choices that are not offered: the engine takes them away by itself. */
function withoutStray(content: SurveyContent, drawn: Fillings['forms'][number], today: string) {
  const form = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined))
  for (;;) {
    const { answers } = fill(content, form, { today })
    const stray = answerProblems(content, answers, { today }).filter(({ code }) => code === 'CHOICE_NOT_OFFERED')
    const keys = [...stray.map(({ key }) => key), ...notOffered(content, answers, today)]
    if (keys.length === 0) return form
    for (const key of keys) delete form[key]
  }
}

/** Whatever else is wrong with them. */
function notOffered(content: SurveyContent, answers: Answers, today: string): string[] {
  const offering = offeringOf(content, answers, { today })
  const { parent: parentOf } = formNames(content)
  return content.sections.flatMap((section) =>
    section.questions.flatMap((question) =>
      possibleRepetitions(content, section, mostFilled).flatMap((repetition) => {
        const key = answerKey(question, repetition)
        const offered = new Set(offering(question, repetition).map(({ code }) => code))
        const parent = parentOf(question)
        const isBeside = section.questions.some((each) => each === parent)
        const parentKey = parent ? answerKey(parent, isBeside ? repetition : undefined) : ''
        const chosen = question.answers.filter(({ code }) => [answers[key]].flat().includes(code))
        const isStray = chosen.some(({ code, parentCode }) =>
          question.optionFilter ? !offered.has(code) : parent && parentCode && parentCode !== answers[parentKey],
        )
        return isStray ? [key] : []
      }),
    ),
  )
}

/** Answers so far say how often a section repeats: its nodes are looked up when it comes to it. */
function fillSection(
  root: EngineNode,
  {
    content,
    section,
    layout,
    form,
  }: { content: SurveyContent; section: Section; layout: FormLayout; form: Fillings['forms'][number] },
): void {
  for (const outer of isCountedByHand(section) ? possibleOuter(content, section, mostFilled) : []) {
    const path = layout.groups.get(section.id)?.path ?? ''
    const range = nodesOf(root, layout).get(outer === undefined ? path : `${path}.${outer}`)
    const before = range?.currentState.children?.length ?? 0
    const count = Number(form[countKey(section, outer)] ?? 0)
    if (before > count) range?.removeInstances(count, before - count)
    if (before < count) range?.addInstances(before - 1, count - before)
  }
  const nodes = nodesOf(root, layout)
  for (const question of section.questions)
    for (const repetition of possibleRepetitions(content, section, mostFilled)) {
      const name = repetition === undefined ? question.code : `${question.code}.${repetition}`
      setAnswer(nodes.get(name), question, form[answerKey(question, repetition)])
    }
}

function setAnswer(
  node: EngineNode | undefined,
  { type, calculation }: Question,
  value: AnswerValue | undefined,
): void {
  if (!node || type === 'NOTE' || calculation) return
  if (type === 'MULTIPLE') node.selectValues((value as string[] | undefined) ?? [])
  else if (type === 'RANK') node.setValues((value as string[] | undefined) ?? [])
  else if (type === 'SINGLE' || type === 'YES_NO') node.selectValue((value as string | undefined) ?? null)
  // Apps keep seconds.
  else node.setValue(type === 'TIME' && typeof value === 'string' ? `${value}:00` : writtenFor(value))
}

/** Of a place the engine wants latitude, longitude, height and accuracy. */
function writtenFor(value: AnswerValue | undefined): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || !('latitude' in value)) return ''
  return `${value.latitude} ${value.longitude} 0 ${value.accuracy ?? 0}`
}
