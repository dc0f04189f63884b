/** What a file of administrative units must be: a tree, together with the units that are there already. */
import { type Problem, unknownWord } from '../problems.ts'

/** Countries have level 0. */
export const deepestUnitLevel = 9

/** A P-code. */
export const unitCode = /^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,49}$/u

/** Upper and lower case are the same code. */
export function unitKey(code: string): string {
  return code.toLowerCase()
}

export interface UnitRow {
  row: number
  code: string
  name: string
  /** Null: on top of the tree. */
  parentCode: string | null
  /** Null: as follows from the units above. */
  level: number | null
}

/** A unit that is stored. */
export interface KnownUnit {
  code: string
  parentCode: string | null
}

interface TreeProblem {
  row: number
  column: 'parentCode' | 'level'
  problem: Problem
}

interface Place {
  code: string
  parent: string | undefined
  row: UnitRow | undefined
}

export interface UnitTree {
  /** Everything that keeps the rows from being a tree. */
  problems: TreeProblem[]
  /** The level of each unit that hangs together with a top, by its key. */
  levels: ReadonlyMap<string, number>
}

/** The tree of the rows and the existing units. The codes of the rows are those of one row each. */
export function unitTreeOf(rows: readonly UnitRow[], known: readonly KnownUnit[]): UnitTree {
  const places = placesOf(rows, known)
  const problems: TreeProblem[] = []
  for (const row of rows) {
    if (row.parentCode === null || places.has(unitKey(row.parentCode))) continue
    problems.push({ row: row.row, column: 'parentCode', problem: unknownWord('UNKNOWN_PARENT', row.parentCode) })
  }
  const { levels, circles } = walk(places)
  for (const circle of circles) problems.push(...circleProblems(circle))
  for (const [key, level] of levels) {
    const row = places.get(key)?.row
    if (level > deepestUnitLevel) problems.push(...depthProblem(places, key))
    else if (row && row.level !== null && row.level !== level)
      problems.push({ row: row.row, column: 'level', problem: { code: 'WRONG_LEVEL', limit: level } })
  }
  // One row may have put many units too deep.
  const once = new Map(problems.map((found) => [`${found.row} ${found.column} ${found.problem.code}`, found]))
  return { problems: [...once.values()], levels }
}

function placesOf(rows: readonly UnitRow[], known: readonly KnownUnit[]): Map<string, Place> {
  const place = (unit: KnownUnit, row: UnitRow | undefined): [string, Place] => [
    unitKey(unit.code),
    { code: unit.code, parent: unit.parentCode === null ? undefined : unitKey(unit.parentCode), row },
  ]
  return new Map([...known.map((unit) => place(unit, undefined)), ...rows.map((row) => place(row, row))])
}

/** The level of each unit that a top leads to, and each circle once, from the top down as it is written. */
function walk(places: ReadonlyMap<string, Place>): { levels: Map<string, number>; circles: Place[][] } {
  const levels = new Map<string, number>()
  /** Below something unknown or in a circle. */
  const lost = new Set<string>()
  const circles: Place[][] = []
  for (const start of places.keys()) {
    const way: string[] = []
    const onWay = new Set<string>()
    let key: string | undefined = start
    while (key !== undefined && places.has(key) && !levels.has(key) && !lost.has(key) && !onWay.has(key)) {
      way.push(key)
      onWay.add(key)
      key = places.get(key)?.parent
    }
    if (key !== undefined && onWay.has(key))
      circles.push(
        way
          .slice(way.indexOf(key))
          .flatMap((each) => places.get(each) ?? [])
          .reverse(),
      )
    const above = key === undefined ? -1 : levels.get(key)
    for (const [index, each] of way.toReversed().entries()) {
      if (above === undefined) lost.add(each)
      else levels.set(each, above + 1 + index)
    }
  }
  return { levels, circles }
}

function circleProblems(circle: readonly Place[]): TreeProblem[] {
  const codes = circle.map(({ code }) => code)
  const names = [...codes, codes[0] ?? ''].join(' > ')
  return circle.flatMap(({ row }) =>
    row ? [{ row: row.row, column: 'parentCode' as const, problem: { code: 'UNIT_CYCLE' as const, names } }] : [],
  )
}

/** The problem names the row that put the unit there: its own, or the nearest row above it in the file. */
function depthProblem(places: ReadonlyMap<string, Place>, key: string): TreeProblem[] {
  let place = places.get(key)
  while (place && !place.row) place = place.parent === undefined ? undefined : places.get(place.parent)
  if (!place?.row) return []
  return [{ row: place.row.row, column: 'parentCode', problem: { code: 'UNIT_TOO_DEEP', limit: deepestUnitLevel } }]
}
