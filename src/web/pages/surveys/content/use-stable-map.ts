import { useState } from 'react'

/** The same map, in which a value that says the same is the same object: only rows whose value changed are drawn again. */
export function useStableMap<Key, Value>(next: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
  const [last, setLast] = useState({ from: next, map: next })
  if (last.from === next) return last.map
  const map = new Map([...next].map(([key, value]) => [key, sameOf(last.map.get(key), value)]))
  setLast({ from: next, map })
  return map
}

function sameOf<Value>(before: Value | undefined, value: Value): Value {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value
}
