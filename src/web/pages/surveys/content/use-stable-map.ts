import { useState } from 'react'

type Known<Key, Value> = ReadonlyMap<Key, Value>

/**
 * The same map while it says the same, and in another one the same object for each value that says the same: only rows
 * whose value changed are drawn again.
 */
export function useStableMap<Key, Value>(next: Known<Key, Value>): Known<Key, Value> {
  const [last, setLast] = useState({ from: next, map: next })
  if (last.from === next) return last.map
  const map = keeping(last.map, next)
  setLast({ from: next, map })
  return map
}

function keeping<Key, Value>(before: Known<Key, Value>, next: Known<Key, Value>): Known<Key, Value> {
  const kept = new Map([...next].map(([key, value]) => [key, sameOf(before.get(key), value)]))
  const isSame = kept.size === before.size && [...kept].every(([key, value]) => before.get(key) === value)
  return isSame ? before : kept
}

function sameOf<Value>(before: Value | undefined, value: Value): Value {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value
}
