/** Areas of a map shaded by their values, in steps of about as many areas each. Pure. */

export interface Step {
  from: number
  to: number
}

/** Of one colour, from faint to full; `map.css` has one for each. */
const mostSteps = 5

export function stepsOf(values: readonly number[]): Step[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const count = Math.min(mostSteps, sorted.length)
  const at = (step: number) => Math.floor((step * sorted.length) / count)
  return Array.from({ length: count }, (_, step) => ({
    from: sorted[at(step)] ?? 0,
    to: sorted[at(step + 1) - 1] ?? 0,
  }))
}

/** The class of the area and of its step in the legend; few steps are far apart. */
export function shadeClass(steps: readonly Step[], value: number): string {
  const step = steps.findLastIndex(({ from }) => value >= from)
  return `map-shade-${mostSteps - steps.length + step + 1}`
}
