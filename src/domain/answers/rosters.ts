/**
 * Sections that repeat inside of the repetitions of another one: the crops of each field. The second crop of the third field
 * is the repetition `3.2`.
 */
import type { Repetition } from './answer-values.ts'
import { deepestRepeat, type Section } from '../surveys/survey.ts'

type Repeating = Pick<Section, 'repeat'>

/**
 * At each place: the sections around that repeat, the outermost first, and itself at last where it does. What is inside of
 * a section comes right behind it.
 */
export function rostersAround<Each extends Repeating>(sections: readonly Each[]): (readonly Each[])[] {
  let open: readonly Each[] = []
  return sections.map((section) => {
    open = section.repeat ? [...open.slice(0, depthOf(section) - 1), section] : []
    return open
  })
}

/** The same of one of them, by its id. */
export function rostersOf<Each extends Repeating & Pick<Section, 'id'>>(
  { sections }: { sections: readonly Each[] },
  { id }: { id?: number | undefined },
): readonly Each[] {
  return rostersAround(sections)[sections.findIndex((section) => section.id === id)] ?? []
}

/** How many of the ids around a question are around an expression too. */
export function sharedDepth(rosters: readonly number[], from: readonly number[] = []): number {
  const differs = rosters.findIndex((roster, depth) => roster !== from[depth])
  return differs < 0 ? rosters.length : differs
}

/** Whether what repeats a question is around an expression: it has one answer as seen from there. */
export function isAround(rosters: readonly number[] = [], from?: readonly number[]): boolean {
  return sharedDepth(rosters, from) === rosters.length
}

/** 1 for a section that repeats on its own. */
export function depthOf({ repeat }: Repeating): number {
  return Math.min(repeat?.depth ?? 1, deepestRepeat)
}

/** The repetition, so many levels deep, that a repetition is in; undefined at 0. */
export function outerAt(repetition: Repetition, depth: number): Repetition {
  if (repetition === undefined || depth === 0) return undefined
  return typeof repetition === 'number' ? repetition : repetitionOf(numbersOf(repetition).slice(0, depth))
}

export function repetitionOf(numbers: readonly number[]): Repetition {
  return numbers.length > 1 ? numbers.join('.') : numbers[0]
}

/** From the outermost to its own. */
export function numbersOf(repetition: Repetition): number[] {
  return repetition === undefined ? [] : String(repetition).split('.').map(Number)
}

/** Its number among those of the same outer repetition, or that of the one so many levels `up`. */
export function lastNumber(repetition: Repetition, up = 0): number | undefined {
  return numbersOf(repetition).at(-1 - up)
}

export function insideOf(outer: Repetition, number: number): Repetition {
  return outer === undefined ? number : `${outer}.${number}`
}

/** Whether it is that repetition or inside of it; all are inside of none. */
export function isInside(repetition: Repetition, outer: Repetition): boolean {
  return outer === undefined || repetition === outer || String(repetition).startsWith(`${outer}.`)
}

/** In the order in which they are asked. */
export function inRepetitionOrder(one: Repetition, other: Repetition): number {
  const [here, there] = [numbersOf(one), numbersOf(other)]
  const at = here.findIndex((number, index) => number !== there[index])
  return at < 0 ? here.length - there.length : (here[at] ?? 0) - (there[at] ?? 0)
}
