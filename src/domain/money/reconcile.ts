/** A provider's statement laid beside our books: what each of its lines is, by references alone. Pure. */

export const statementWords = ['MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE', 'FEE', 'MATCHED'] as const
/**
 * MATCHED: our books have the same. AMOUNT_DIFFERS: they have another amount, or none yet, under its reference. DOUBLE: an earlier
 * line is of the same movement. FEE: the provider charged it. MISSING_HERE: our books know nothing of it. MISSING_THERE is no
 * line: we booked a movement within the period, of which the statement says nothing.
 */
export type StatementWord = (typeof statementWords)[number]

export interface StatementLine {
  /** In the file, as Excel counts. */
  row: number
  isFee: boolean
  ourRef: string | undefined
  providerRef: string | undefined
  /** Minor units: above zero came in, below zero went out. */
  change: number
  /** Milliseconds of the epoch. */
  at: number
}

/** What our books have, or an attempt that was sent and is not booked: its change is 0. */
export interface Movement {
  refs: readonly string[]
  providerRef: string | undefined
  goesOut: boolean
  isFee: boolean
  change: number
  /** When the money may have moved at the earliest, and when we knew. */
  from: number
  at: number
  /** A line of an earlier statement is of it, and one that missed it. */
  isTaken: boolean
  isMissed: boolean
}

export interface Judged<L, M> {
  word: StatementWord
  line: L | undefined
  movement: M | undefined
}

interface Period {
  first: number
  last: number
}

/** References are compared without regard to case, and to the signs between their parts. */
export function plainRef(text: string): string {
  return text.toLowerCase().replaceAll(/[\s{}_-]/g, '')
}

function keyOf(ref: string, isOut: boolean, isFee: boolean): string {
  return `${isOut} ${isFee} ${plainRef(ref)}`
}

/**
 * Exactly one word for each line, in the order of the file: two files that overlap give together what one gives. Then the
 * movements within the period without a line.
 */
export function judge<L extends StatementLine, M extends Movement>(
  lines: readonly L[],
  movements: readonly M[],
  { first, last }: Period,
): Judged<L, M>[] {
  const [ours, theirs] = [new Map<string, M[]>(), new Map<string, M[]>()]
  const note = (map: Map<string, M[]>, ref: string, movement: M) => {
    const key = keyOf(ref, movement.goesOut, movement.isFee)
    map.set(key, [...(map.get(key) ?? []), movement])
  }
  for (const movement of movements) {
    for (const ref of movement.refs) note(ours, ref, movement)
    if (movement.providerRef !== undefined) note(theirs, movement.providerRef, movement)
  }
  const taken = new Set(movements.filter(({ isTaken }) => isTaken))
  const named = (map: Map<string, M[]>, ref: string | undefined, { change, isFee }: L) =>
    ref === undefined ? undefined : map.get(keyOf(ref, change < 0, isFee))
  const judged = lines.map((line): Judged<L, M> => {
    // A bank gives its own number to what people booked under it: that is a reference of ours.
    const found =
      named(ours, line.ourRef, line) ?? named(theirs, line.providerRef, line) ?? named(ours, line.providerRef, line)
    const movement = found?.find((one) => !taken.has(one))
    if (!movement && found) return { word: 'DOUBLE', line, movement: found[0] }
    if (!movement) return { word: line.isFee ? 'FEE' : 'MISSING_HERE', line, movement }
    taken.add(movement)
    return { word: movement.change === line.change ? 'MATCHED' : 'AMOUNT_DIFFERS', line, movement }
  })
  const silent = movements.filter(
    (one) => one.change !== 0 && !taken.has(one) && !one.isMissed && one.from >= first && one.at <= last && !one.isFee,
  )
  return [...judged, ...silent.map((movement) => ({ word: 'MISSING_THERE' as const, line: undefined, movement }))]
}

export interface Group {
  word: StatementWord
  count: number
  /** Minor units: what the file says, and what our books say of the same. Their difference is what the group explains. */
  theirs: bigint
  ours: bigint
}

/** What our books have of it: nothing where a line before it is of the same. */
export function oursOf({ word, movement }: Judged<StatementLine, Movement>): number {
  return word === 'DOUBLE' ? 0 : (movement?.change ?? 0)
}

export function groupsOf(judged: readonly Judged<StatementLine, Movement>[]): Group[] {
  const byWord = Map.groupBy(judged, ({ word }) => word)
  return statementWords.map((word) => {
    const group = byWord.get(word) ?? []
    const sum = (of: (one: Judged<StatementLine, Movement>) => number) =>
      group.reduce((all, one) => all + BigInt(of(one)), 0n)
    return { word, count: group.length, theirs: sum(({ line }) => line?.change ?? 0), ours: sum(oursOf) }
  })
}
