/**
 * How questions look, in the words of XLSForm: what each word does here, and which types it fits. All other words are kept and
 * go out again, and do nothing here. LONG_TEXT and SIGNATURE are types of their own (`question-types.ts`).
 */
import type { QuestionType } from './question-types.ts'

interface Appearance {
  fits: readonly QuestionType[]
  /** Offered to people who make a survey; of several words for one look the first. */
  isOffered: boolean
}

const offered = (...fits: QuestionType[]): Appearance => ({ fits, isOffered: true })
const taken = (...fits: QuestionType[]): Appearance => ({ fits, isOffered: false })

const table = {
  // A list that opens.
  minimal: offered('SINGLE', 'MULTIPLE', 'YES_NO', 'RATING'),
  // Options that a text finds.
  autocomplete: offered('SINGLE', 'MULTIPLE'),
  search: taken('SINGLE', 'MULTIPLE'),
  // One row with the words below.
  likert: offered('SINGLE', 'YES_NO'),
  // Side by side, as many as fit or as its number says.
  columns: offered('SINGLE', 'MULTIPLE', 'YES_NO'),
  compact: taken('SINGLE', 'MULTIPLE', 'YES_NO'),
  horizontal: taken('SINGLE', 'MULTIPLE', 'YES_NO'),
  // In apps the next question follows at once.
  quick: offered('SINGLE', 'YES_NO'),
  // One grid with the questions beside it that have the same options: its heading, a row, or both.
  list: offered('SINGLE', 'MULTIPLE', 'YES_NO'),
  'list-nolabel': offered('SINGLE', 'MULTIPLE', 'YES_NO'),
  label: taken('SINGLE', 'MULTIPLE', 'YES_NO'),
  // The keyboard of a phone has digits.
  numbers: offered('TEXT'),
  'thousands-sep': offered('INTEGER', 'DECIMAL'),
  // The day or the month is the first.
  'month-year': offered('DATE'),
  year: offered('DATE'),
  // A picture is drawn on the screen.
  draw: offered('IMAGE'),
  // A file of the device is none: the camera takes it.
  new: offered('IMAGE', 'AUDIO', 'VIDEO'),
  // In apps a place is found on a map.
  'placement-map': offered('GEOPOINT'),
  maps: taken('GEOPOINT'),
} as const satisfies Record<string, Appearance>

export type Look = keyof typeof table

const looks = Object.keys(table) as Look[]

interface Looking {
  type: QuestionType
  appearance?: string | null | undefined
}

/** All questions of the section on one screen of an app; the product's own pages show them so anyhow. */
export const wholeSection = 'field-list'

export function wordsOf(appearance: string | null | undefined): string[] {
  return appearance?.split(/\s+/).filter((word) => word !== '') ?? []
}

/** `columns-3` is `columns`; the words of others are in capitals too. */
function lookOf(word: string): string {
  const plain = word.toLowerCase().replace(/-(\d+|pack|compact)$/, '')
  return plain === 'horizontal-compact' ? 'horizontal' : plain
}

/** What its appearance does to a question. */
export function looksOf({ type, appearance }: Looking): ReadonlySet<Look> {
  const words = new Set(wordsOf(appearance).map(lookOf))
  return new Set(offeredAndTaken(type).filter((look) => words.has(look)))
}

function offeredAndTaken(type: QuestionType): Look[] {
  return looks.filter((look) => fitsType(look, type))
}

function fitsType(look: Look, type: QuestionType): boolean {
  const { fits }: Appearance = table[look]
  return fits.includes(type)
}

/** What people may choose from. */
export function looksFor(type: QuestionType): Look[] {
  return offeredAndTaken(type).filter((look) => table[look].isOffered)
}

/** Words that do nothing here. */
export function otherWords(question: Looking): string[] {
  const own = looksOf(question)
  return wordsOf(question.appearance).filter((word) => !own.has(lookOf(word) as Look))
}

/** The appearance with another look in the place of those that it has; other words stay. */
export function withLook(question: Looking, look: Look | undefined): string | null {
  return [...(look ? [look] : []), ...otherWords(question)].join(' ') || null
}

/** In how many columns its options are; undefined where as many as fit. */
export function columnsOf({ appearance }: Looking): number | undefined {
  const [, count] = /(?:^|\s)columns-(\d)(?:\s|$)/i.exec(appearance ?? '') ?? []
  return count === undefined ? undefined : Math.max(Number(count), 1)
}
