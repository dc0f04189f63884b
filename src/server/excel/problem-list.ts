import { maxListedProblems, type RowProblem, type WorkbookReport } from '#contract/response-files.ts'
import { type Problem, problemText } from '#domain/problems.ts'
import { cellName } from './cell.ts'

/** Where something is wrong: the row as Excel counts, the column counted from 0 and its code. */
export interface Place {
  /** Left out in the first one that is read. */
  sheet?: string
  row: number
  column: number
  code: string
}

/** Problems of a workbook: all are counted, the first ones by row and column are kept. */
export class ProblemList {
  count = 0
  readonly #most: number
  #kept: { place: Place; problem: Problem }[] = []

  constructor(most: number = maxListedProblems) {
    this.#most = most
  }

  add(place: Place, problem: Problem): void {
    this.count += 1
    this.#kept.push({ place, problem })
    if (this.#kept.length >= 2 * this.#most) this.#trim()
  }

  list(): RowProblem[] {
    this.#trim()
    return this.#kept.map(({ place, problem }) => ({
      ...(place.sheet === undefined ? {} : { sheet: place.sheet }),
      row: place.row,
      column: place.code,
      cell: cellName(place.column, place.row),
      message: problemText(problem),
      ...problem,
    }))
  }

  #trim(): void {
    this.#kept.sort((a, b) => inOrder(a.place, b.place) || a.place.column - b.place.column)
    this.#kept.length = Math.min(this.#kept.length, this.#most)
  }
}

function inOrder(
  a: { sheet?: string | undefined; row: number },
  b: { sheet?: string | undefined; row: number },
): number {
  const [one = '', other = ''] = [a.sheet, b.sheet]
  return one === other ? a.row - b.row : one < other ? -1 : 1
}

/** The problems of a file: those of the reader, and those that only the database knows. */
export function reportOf(
  {
    count,
    problems,
    problemCount,
    remarks = [],
  }: Pick<WorkbookReport, 'problems' | 'problemCount' | 'remarks'> & { count: number },
  more = new ProblemList(),
): WorkbookReport {
  const all = [...problems, ...more.list()].sort(inOrder)
  return { rows: count, problemCount: problemCount + more.count, problems: all.slice(0, maxListedProblems), remarks }
}
