/** The value of a name that a file, call or person gave: `constructor` is no name of ours, though every object has one. */
export function own<Value>(known: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}
