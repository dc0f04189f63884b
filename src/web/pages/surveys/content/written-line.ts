/** A line of a questionnaire as it is typed: what Enter makes of it, and which types a `/word` at its end offers. Pure. */
import { questionTypes, traitsOf } from '#domain/surveys/question-types.ts'

const sectionKinds = ['SECTION', 'ROSTER'] as const
/** Of questions, of sections, and of sections that repeat. */
const lineKinds = [...questionTypes, ...sectionKinds]
export type LineKind = (typeof lineKinds)[number]

/** Offered before a `/` is typed. */
export const usualKinds = [
  'TEXT',
  'INTEGER',
  'DECIMAL',
  'SINGLE',
  'MULTIPLE',
  'YES_NO',
  'DATE',
  'GEOPOINT',
  'IMAGE',
  'NOTE',
  'SECTION',
  'ROSTER',
] as const satisfies readonly LineKind[]

export function isSectionKind(kind: LineKind): kind is 'SECTION' | 'ROSTER' {
  return sectionKinds.some((one) => one === kind)
}

/** `# Household` begins a section, `## Members` one that repeats; else the chosen kind. */
export function lineOf(typed: string, chosen: LineKind): { kind: LineKind; text: string } {
  const [, marks, title = ''] = /^\s*(##?)\s*(.*)$/s.exec(typed) ?? []
  if (marks === undefined) return { kind: chosen, text: typed.trim() }
  return { kind: marks === '##' ? 'ROSTER' : 'SECTION', text: title.trim() }
}

/** By Tab a new section repeats, by Shift + Tab it is asked once; undefined: the key goes to the next field as ever. */
export function indented(typed: string, isOut: boolean): string | undefined {
  const [from, to] = isOut ? ['##', '#'] : ['#', '##']
  const [marks] = /^#+/.exec(typed) ?? []
  return marks === from ? typed.replace(from, to) : undefined
}

const command = /(?:^|\s)\/(\p{L}*)$/u

/** What is written behind a `/` that begins the last word. */
export function commandIn(typed: string): string | undefined {
  return command.exec(typed)?.[1]?.toLowerCase()
}

export function withoutCommand(typed: string): string {
  return typed.replace(command, '')
}

/** The kinds whose name has a word that begins so, or that forms call so; the best ones first. */
export function kindsFor(wanted: string, nameOf: (kind: LineKind) => string): LineKind[] {
  const rankOf = (kind: LineKind) => {
    const name = nameOf(kind).toLowerCase()
    if (name.startsWith(wanted)) return 0
    if (name.split(/\P{L}+/u).some((word) => word.startsWith(wanted))) return 1
    return formNames(kind).some((word) => word.startsWith(wanted)) ? 2 : name.includes(wanted) ? 3 : undefined
  }
  return lineKinds
    .flatMap((kind) => ({ kind, rank: rankOf(kind) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ kind }) => kind)
}

function formNames(kind: LineKind): string[] {
  if (isSectionKind(kind)) return [kind === 'ROSTER' ? 'repeat' : 'group']
  const { form }: { form: { type: string; also?: readonly string[] } } = traitsOf(kind)
  return [form.type, ...(form.also ?? [])].flatMap((name) => [name, ...name.split('_')])
}
