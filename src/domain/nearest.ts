/** The known word that was most likely meant; undefined when none is near. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const most = Math.min(2, Math.floor(word.length / 3))
  const near = known
    .map((each) => ({ each, steps: stepsBetween(word.toLowerCase(), each.toLowerCase(), most) }))
    .filter(({ steps }) => steps <= most)
  return near.sort((a, b) => a.steps - b.steps)[0]?.each
}

/** The same as what a problem teaches; nothing when none is near. */
export function nearTo(word: string, known: readonly string[]): { nearest?: string } {
  const nearest = nearestOf(word, known)
  return nearest === undefined ? {} : { nearest }
}

/** How many letters are put in, left out, changed or swapped with the next one; above `most` any number. */
function stepsBetween(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same]
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) steps.push((before[j - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
