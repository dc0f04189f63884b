/** The output of a bench: a line per measurement with its bar and whether it keeps it. */

const widths = [28, 9, 8, 8, 7, 26, 5]

function print(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, n) => (n === 0 || n === 5 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join(' '),
  )
}

let over = 0

interface Line {
  name: string
  /** How many rows it found. */
  total: number
  ours: number
  /** The other side of the bar, where there is one. */
  beside?: number
  bar: string
  ok: boolean
}

export function heading(what: string): void {
  console.log('')
  print([what, 'total', 'ours', 'beside', 'ratio', 'bar', ''])
}

export function report({ name, total, ours, beside, bar, ok }: Line): void {
  if (!ok) over++
  const [other = '', ratio = ''] = beside === undefined ? [] : [beside.toFixed(1), `${(ours / beside).toFixed(2)}x`]
  print([name, String(total), ours.toFixed(1), other, ratio, ` ${bar}`, ok ? 'ok' : 'OVER'])
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
