/** Names of which no two are alike. */

interface Alike {
  /** The most characters of a name. */
  longest?: number
  /** Whether names that differ in capitals alone are two. */
  byCase?: boolean
}

/** Gives each name as it is wanted, or with the first number that makes it free: `age`, `age_2`. It keeps what it gave. */
export function freeNames(
  known: Iterable<string>,
  { longest = Infinity, byCase = false }: Alike = {},
): (wanted: string) => string {
  const folded = (name: string) => (byCase ? name : name.toLowerCase())
  const taken = new Set([...known].map(folded))
  // A name that many want is not tried from the first number again.
  const reached = new Map<string, number>()
  return (wanted) => {
    let name = wanted.slice(0, longest)
    let n = reached.get(wanted) ?? 2
    for (; taken.has(folded(name)); n += 1) name = `${wanted.slice(0, longest - `_${n}`.length)}_${n}`
    reached.set(wanted, n)
    taken.add(folded(name))
    return name
  }
}
