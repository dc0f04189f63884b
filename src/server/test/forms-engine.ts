/** Fills surveys here and, as XForms, in the engine that collecting apps use, and says where the two differ. */
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { answerProblems } from '#domain/answers.ts'
import type { AnswerValue } from '#domain/answer-values.ts'
import { fill } from '#domain/filling.ts'
import { defaultRating, type Question, questionsOf, type QuestionType, type SurveyContent } from '#domain/survey.ts'
import { xformOf } from '../xlsform/xform.ts'
import { anyContent } from './any-content.ts'

/** Types whose answers the engine takes as they are. */
const comparedTypes: readonly QuestionType[] = [
  'TEXT',
  'LONG_TEXT',
  'INTEGER',
  'DECIMAL',
  'DATE',
  'SINGLE',
  'MULTIPLE',
  'YES_NO',
  'RATING',
  'PHONE',
  'NOTE',
]

export interface EngineNode {
  nodeType: string
  currentState: { reference: string; relevant: boolean; required: boolean; children?: readonly EngineNode[] | null }
  validationState: { violation?: { condition: string } | null }
  setValue(value: string): void
  selectValue(value: string | null): void
  selectValues(values: readonly string[]): void
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

let engine: ReturnType<typeof loadEngine> | undefined

/** Loaded once: a second document would be none of the first one's. */
export function formsEngine(): ReturnType<typeof loadEngine> {
  engine ??= loadEngine()
  return engine
}

async function openForm(content: SurveyContent): Promise<ReadonlyMap<string, EngineNode>> {
  const { createInstance } = await formsEngine()
  const { root } = await createInstance(xformOf({ title: 'Form', id: 'form', version: 1, content }))
  const nodes = (node: EngineNode): EngineNode[] => [node, ...(node.currentState.children ?? []).flatMap(nodes)]
  const all = nodes(root as unknown as EngineNode)
  return new Map(all.map((node) => [node.currentState.reference.split('/').at(-1) ?? '', node]))
}

export interface Fillings {
  content: SurveyContent
  /** By question id; undefined: not answered. */
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
    case 'DATE':
      return fc.constantFrom('2024-05-01', '2024-05-04', '2024-05-09', '2099-01-01')
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

/** Options that belong to others are left apart: the engine takes away an answer that no longer fits its parent. */
export function anyFillings(forms: number): fc.Arbitrary<Fillings> {
  return anyContent({ types: comparedTypes }).chain((made) => {
    const content: SurveyContent = structuredClone(made)
    for (const question of questionsOf(content)) for (const option of question.answers) delete option.parentCode
    const asked = questionsOf(content).filter(({ type, calculation }) => type !== 'NOTE' && !calculation)
    const form = fc.record(
      Object.fromEntries(
        asked.map((each) => [String(each.id), fc.option(answerTo(each), { nil: undefined, freq: 4 })]),
      ),
    )
    return fc.array(form, { minLength: forms, maxLength: forms }).map((all) => ({ content, forms: all }))
  })
}

/** Each difference between the two, in words; empty when they agree. */
export async function differences({ content, forms }: Fillings, today: string): Promise<string[]> {
  const nodes = await openForm(content)
  const found: string[] = []
  for (const form of forms) {
    for (const question of questionsOf(content)) setAnswer(nodes.get(question.code), question, form[question.id])
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
    const { asked } = fill(content, given, { today })
    const shown = Object.fromEntries(Object.entries(given).filter(([id]) => asked.has(Number(id))))
    const problems = new Map(answerProblems(content, shown, { today }).map(({ key, code }) => [key, code]))
    // Beside an answer that is none, the validator does not say what depends on it: then its own problem is compared.
    const isClear = [...problems.values()].every((code) => code === 'REQUIRED' || code === 'CONSTRAINT')
    for (const { id, code, type, required, calculation } of questionsOf(content)) {
      const node = nodes.get(code)
      if (!node) continue
      const isShown = asked.has(id)
      const say = (what: string, here: unknown, there: unknown) =>
        found.push(`${code} ${what}: ${String(here)} here, ${String(there)} there, for ${JSON.stringify(form)}`)
      if (node.currentState.relevant !== isShown) say('visible', isShown, node.currentState.relevant)
      if (!isShown || type === 'NOTE' || calculation) continue
      if (node.currentState.required !== required) say('required', required, node.currentState.required)
      const violation = node.validationState.violation?.condition
      const problem = problems.get(String(id))
      const isSame = (violation === undefined) === (problem === undefined)
      if (!isSame && (isClear || problem !== undefined)) say('problem', problem, violation)
    }
  }
  return found
}

function setAnswer(
  node: EngineNode | undefined,
  { type, calculation }: Question,
  value: AnswerValue | undefined,
): void {
  if (!node || type === 'NOTE' || calculation) return
  if (type === 'MULTIPLE') node.selectValues((value as string[] | undefined) ?? [])
  else if (type === 'SINGLE' || type === 'YES_NO') node.selectValue((value as string | undefined) ?? null)
  else node.setValue(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
}
