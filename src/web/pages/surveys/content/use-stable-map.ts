import { useRef } from 'react'

/** The same map, in which a value that says the same is the same object: only rows whose value changed are drawn again. */
export function useStableMap<Key, Value>(next: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
  const last = useRef<{ from: ReadonlyMap<Key, Value>; map: ReadonlyMap<Key, Value> }>({ from: next, map: next })
  if (last.current.from === next) return last.current.map
  const known = last.current.map
  const kept = [...next].map(([key, value]): [Key, Value] => {
    const before = known.get(key)
    return [key, before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value]
  })
  last.current = { from: next, map: new Map(kept) }
  return last.current.map
}
