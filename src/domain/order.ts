/** A full order of rows by their ids: every row of the parent once, and no other. */
import { type FieldProblem, problem } from './problems.ts'

interface OrderFaults {
  /** Rows that the order leaves out. */
  missing: number[]
  doubled: number[]
  /** Ids of no row of this parent. */
  foreign: number[]
}

export function orderFaults(ids: readonly number[], known: readonly number[]): OrderFaults {
  const [given, there] = [new Set(ids), new Set(known)]
  const first = firstPlaces(ids)
  const repeated = new Set(ids.filter((id, at) => first.get(id) !== at))
  return {
    missing: known.filter((id) => !given.has(id)),
    doubled: [...repeated],
    foreign: [...given].filter((id) => !there.has(id)),
  }
}

/** The same as problems of the field that has the ids: each wrong place, and in one sentence all that is left out. */
export function orderProblems(path: string, ids: readonly number[], known: readonly number[]): FieldProblem[] {
  const { missing, foreign } = orderFaults(ids, known)
  const [isForeign, first] = [new Set(foreign), firstPlaces(ids)]
  const wrongPlaces = ids.flatMap((id, at) => {
    if (isForeign.has(id)) return [problem(`${path}[${at}]`, 'UNKNOWN_REFERENCE')]
    return first.get(id) === at ? [] : [problem(`${path}[${at}]`, 'DUPLICATE')]
  })
  return missing.length === 0 ? wrongPlaces : [problem(path, 'LEFT_OUT', missing.join(', ')), ...wrongPlaces]
}

function firstPlaces(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(ids.map((id, at) => [id, at] as const).reverse())
}
