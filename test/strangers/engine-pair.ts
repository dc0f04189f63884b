/** Two XForms of one workbook side by side in the engine of collecting apps, with the same random answers. */
import { straight } from '#server/xlsform/xpath.ts'
import { formsEngine, type EngineNode } from '#server/test/forms-engine.ts'

interface Language {
  language: string
}

interface Option {
  value: string
  label?: { asString: string } | null
}

type State = Omit<EngineNode['currentState'], 'valueOptions'> & {
  readonly: boolean
  label?: { asString: string } | null
  activeLanguage?: Language
  valueOptions?: readonly Option[] | null
}
type Node = Omit<EngineNode, 'currentState' | 'validationState'> & {
  currentState: State
  valueType?: string
  languages?: readonly Language[]
  setLanguage?: (language: Language) => void
  validationState: { violation?: { condition: string } | null }
  definition?: { bodyElement?: { type?: string }; bind?: { calculate?: unknown } }
}

/** A whole number below the given one. */
export type Draw = (below: number) => number

interface PairRules {
  forms: number
  draw: Draw
  /** The files beside the form, by their names. */
  file: (name: string) => Promise<string | undefined> | string | undefined
}

/** Each difference in words; a name that only one of both has counts where it is shown to people. */
export async function pairDifferences(ours: string, theirs: string, rules: PairRules): Promise<string[]> {
  const here = await loaded('ours', ours, rules)
  const there = await loaded('theirs', asMatched(theirs), rules)
  const found = new Set<string>()
  for (let form = 0; form < rules.forms; form += 1) {
    const [one, other] = [here(), there()]
    const language = other.currentState.activeLanguage?.language
    const same = one.languages?.find((each) => each.language === language)
    if (same) one.setLanguage?.(same)
    repeat(one, other, 1)
    for (const difference of compared(one, other)) found.add(`${difference} at the beginning`)
    // What comes up with an answer is answered in the second pass.
    for (let pass = 0; pass < 2; pass += 1) answer(one, other, rules.draw)
    for (const difference of compared(one, other)) found.add(difference)
  }
  return [...found]
}

/** The engine cannot read one of both. */
export class NotLoaded extends Error {
  readonly whose: 'ours' | 'theirs'
  constructor(whose: 'ours' | 'theirs', cause: unknown) {
    super(`${whose}: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.whose = whose
  }
}

/** Where both draw by chance, they draw the same. */
function withoutChance(xml: string): string {
  return xml.replaceAll('random()', '0.4').replaceAll('uuid()', "'any'")
}

/** A pattern is met by a whole answer, as in ODK Collect; the engine is content with a part. */
function asMatched(xml: string): string {
  return xml.replaceAll(/(regex\([^,()]+,\s*(['"]))\^?(.*?)\$?\2\s*\)/g, '$1^($3)$$$2)')
}

async function loaded(whose: 'ours' | 'theirs', xml: string, { file }: PairRules): Promise<() => Node> {
  const { loadForm } = await formsEngine()
  const fetchFormAttachment = async (url: URL) => {
    const text = await file(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
    return new Response(text ?? '', { status: text === undefined ? 404 : 200, headers: { 'Content-Type': 'text/csv' } })
  }
  const result = await loadForm(withoutChance(xml), { fetchFormAttachment, missingResourceBehavior: 'BLANK' })
  if (result.status === 'failure') throw new NotLoaded(whose, result.error)
  return () => {
    try {
      return result.createInstance().root as unknown as Node
    } catch (error) {
      throw new NotLoaded(whose, error)
    }
  }
}

/** By their paths without the name of the root. */
function nodesOf(root: Node): Map<string, Node> {
  const nodes = new Map<string, Node>()
  const walk = (node: Node) => {
    const { reference } = node.currentState
    const key = reference.replace(/^\/[^/]+\/?/, '').replaceAll(/\b(?:orx:)?meta\//g, 'meta/')
    nodes.set(node.nodeType.startsWith('repeat-range') ? `${key}[]` : key, node)
    node.currentState.children?.forEach((child) => walk(child as unknown as Node))
  }
  walk(root)
  return nodes
}

const isAsked = ({ nodeType }: Node) => /^(input|select|range|rank|trigger|upload|note)$/.test(nodeType)

/** A form of pyxform begins with one repetition, ours with none: both get so many. */
function repeat(one: Node, other: Node, times: number): void {
  for (const root of [one, other])
    for (;;) {
      const short = [...nodesOf(root).values()].find(
        ({ nodeType, currentState }) =>
          nodeType === 'repeat-range:uncontrolled' && (currentState.children?.length ?? 0) < times,
      )
      if (!short) break
      const has = short.currentState.children?.length ?? 0
      short.addInstances(has - 1, times - has)
    }
}

function answer(one: Node, other: Node, draw: Draw): void {
  repeat(one, other, 2)
  const ours = nodesOf(one)
  for (const [key, node] of nodesOf(other)) {
    const same = ours.get(key)
    const { relevant, readonly } = node.currentState
    const isOpen = relevant && !readonly && same?.currentState.relevant && !same.currentState.readonly
    // What the engine takes for a text is a choice from a file to apps.
    const isUnread = node.nodeType === 'input' && same?.nodeType === 'select'
    if (!isAsked(node) || !same || !isOpen || isUnread || draw(6) === 0) continue
    try {
      setBoth(node, same, draw)
    } catch {
      // A value that one of both refuses is compared as it is.
    }
  }
}

/** Options may have other codes here: the same places are chosen. */
function choose(node: Node, places: readonly number[]): void {
  const options = node.currentState.valueOptions ?? []
  const values = places.flatMap((place) => options[place]?.value ?? [])
  if (node.nodeType === 'rank') node.setValues(values)
  else if (isMultiple(node)) node.selectValues(values)
  else node.selectValue(values[0] ?? null)
}

function setBoth(node: Node, same: Node, draw: Draw): void {
  const { nodeType, currentState, valueType = 'string' } = node
  if (nodeType === 'select' || nodeType === 'rank') {
    const options = currentState.valueOptions ?? []
    if (options.length === 0) return
    const one = draw(options.length)
    const places = [...options.keys()].filter((each) => each === one || nodeType === 'rank' || draw(3) === 0)
    for (const each of [node, same]) choose(each, isMultiple(node) || nodeType === 'rank' ? places : [one])
    return
  }
  if (nodeType !== 'input' && nodeType !== 'range') return
  const value = valueFor(valueType, draw)
  for (const each of [node, same]) each.setValue(value)
}

function isMultiple({ definition }: Node): boolean {
  return definition?.bodyElement?.type === 'select'
}

function valueFor(type: string, draw: Draw): string {
  const any = (...values: string[]) => values[draw(values.length)] ?? ''
  switch (type) {
    case 'int':
      return any('0', '1', '2', '3', '5', '12', '17', '30', '64', '120')
    case 'decimal':
      return any('0', '0.5', '1', '2.25', '7', '36.6', '55')
    case 'date':
      return any('1999-12-31', '2024-02-29', '2026-01-15', '2030-06-01')
    case 'time':
      return any('00:15:00.000Z', '09:30:00.000Z', '18:45:00.000Z')
    case 'dateTime':
      return any('2024-02-29T10:00:00Z', '2030-01-01T08:30:00Z')
    case 'geopoint':
      return any('-19.5 34.75 0 8', '1.5 2 0 4')
    case 'geotrace':
      return '-19.5 34.75 0 8; -19.6 34.8 0 5'
    case 'geoshape':
      return '-19.5 34.75 0 8; -19.6 34.8 0 5; -19.5 34.9 0 5; -19.5 34.75 0 8'
    default:
      return any('a', 'abc', '7', 'maize', '841234567', 'two words', '2024-02-29')
  }
}

/** Rows that pyxform makes for the heads of tables, and what each form says of itself. */
const madeName = /^meta\/|(^|\/)(generated_|reserved_name_for_field_list_labels|note_\d+$)/

function* compared(one: Node, other: Node): Generator<string> {
  const [ours, theirs] = [nodesOf(one), nodesOf(other)]
  // Words of one language beside those of another say nothing.
  const language = other.currentState.activeLanguage?.language
  const isTold = [one, other].every(({ currentState }) => currentState.activeLanguage?.language === language)
  for (const [key, node] of theirs) {
    const name = key.replaceAll(/\[\d+\]/g, '')
    const same = ours.get(key)
    const state = node.currentState
    if (madeName.test(name)) continue
    if (!same) {
      if (isAsked(node) && state.relevant) yield `${name}: only theirs shows it`
      continue
    }
    const own = same.currentState
    const say = (what: string, here: unknown, there: unknown) =>
      `${name} ${what}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`
    const shown = [own.relevant && isAsked(same), state.relevant && isAsked(node)]
    if (shown[0] !== shown[1]) yield say('shown', ...(shown as [boolean, boolean]))
    if (!own.relevant || !state.relevant || node.nodeType.startsWith('repeat') || node.nodeType === 'group') continue
    const [value, expected] = [chosenOf(same), chosenOf(node)]
    if (value !== expected) yield say('value', value, expected)
    if (!shown[0] || !shown[1]) continue
    if (own.required !== state.required) yield say('required', own.required, state.required)
    // What is computed is shown only here.
    const isComputed = Boolean(node.definition?.bind?.calculate)
    if (own.readonly !== state.readonly && !isComputed) yield say('readonly', own.readonly, state.readonly)
    const [here, there] = [wordsOf(same), wordsOf(node)]
    const isSame = here.length === there.length && here.every((words, at) => !isTold || isSaid(words, there[at]))
    if (!isSame && node.nodeType !== 'trigger') yield say('options', here.join(), there.join())
    const [label, words] = [own, state].map((each) => each.label?.asString)
    if (isTold && !isSaid(label, words)) yield say('label', label, words)
    const [wrong, bad] = [same, node].map(({ validationState }) => Boolean(validationState.violation))
    if (wrong !== bad) yield say('refused', wrong, bad)
  }
  for (const [key, node] of ours)
    if (!theirs.has(key) && !madeName.test(key) && isAsked(node) && node.currentState.relevant)
      yield `${key.replaceAll(/\[\d+\]/g, '')}: only ours shows it`
}

function wordsOf({ currentState: { valueOptions } }: Node): string[] {
  return (valueOptions ?? []).map(({ value, label }) => label?.asString ?? value)
}

/** Of a choice the places of what is chosen. */
function chosenOf({ nodeType, currentState: { instanceValue = '', valueOptions } }: Node): string {
  if (nodeType === 'trigger') return instanceValue === '' ? '' : '0'
  if (!/^(select|rank)$/.test(nodeType)) return plain(instanceValue)
  const chosen = new Set([instanceValue, ...instanceValue.split(' ')])
  return (valueOptions ?? []).flatMap(({ value }, place) => (chosen.has(value) ? [place] : [])).join(' ')
}

/** What is not translated is a dash there, and here the text of another language; blanks and marks do not count. */
function isSaid(here = '', there = ''): boolean {
  const [said, wanted] = [here, there].map((text) => straight(text).replaceAll(/<[^>]*>|[*_#`\\\s]/g, ''))
  return said === wanted || wanted === '' || wanted === '-'
}

/** Moments of now differ by what passes between both. */
function plain(value = ''): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.slice(0, 13)
  if (value === 'NaN') return ''
  return value !== '' && !Number.isNaN(Number(value)) ? String(Number(value)) : value.trim()
}
