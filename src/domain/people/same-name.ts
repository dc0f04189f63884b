/** Words of a name: without case, accents and marks between them. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * Whether two written names may be one person's: the same words in any order. One that has two or more of them may lack one
 * that the other has, as people leave out a middle name.
 */
export function isSameName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  const left = [...longer]
  for (const word of shorter) {
    const at = left.indexOf(word)
    if (at < 0) return false
    left.splice(at, 1)
  }
  return shorter.length > 0 && left.length <= (shorter.length > 1 ? 1 : 0)
}
