/** The output of a bench: a line per measurement with its bar and whether it keeps it. */

const widths = [34, 9, 8, 8, 8, 7, 8, 26, 5]
/** Texts, which begin at the left. */
const texts = [0, 7]

function print(cells: readonly string[]): void {
  console.log(
    cells.map((cell, n) => (texts.includes(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' '),
  )
}

let over = 0

interface Line {
  name: string
  /** How many rows it found. */
  total: number
  /** The median, and the best of all rounds. */
  ours: number
  best?: number
  /** The other side of the bar, where there is one. */
  beside?: number
  /** The same answer by a scan of one flat table, without any index. */
  flat?: number
  bar: string
  ok: boolean
}

export function heading(what: string): void {
  console.log('')
  print([what, 'total', 'ours', 'best', 'beside', 'ratio', 'flat', 'bar', ''])
}

export function report({ name, total, ours, best, beside, flat, bar, ok }: Line): void {
  if (!ok) over++
  const [other = '', ratio = ''] = beside === undefined ? [] : [beside.toFixed(1), `${(ours / beside).toFixed(2)}x`]
  const [least = '', scan = ''] = [best?.toFixed(1), flat?.toFixed(1)]
  print([name, String(total), ours.toFixed(1), least, other, ratio, scan, ` ${bar}`, ok ? 'ok' : 'OVER'])
}

/** The last line; the process ends with an error when something was over its bar. */
export function verdict(): void {
  console.log(over === 0 ? '\nAll within their bars' : `\n${over} over their bars`)
  if (over > 0) process.exitCode = 1
}

/** The value that this part of all is not above. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}
