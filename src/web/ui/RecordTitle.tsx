/** Names the record that the screen shows: in the title of the window, and at the end of the trail in the header. */
import { useLayoutEffect, useSyncExternalStore } from 'react'

let shown: string | undefined
const listeners = new Set<() => void>()

function show(name: string | undefined): void {
  shown = name
  for (const listener of listeners) listener()
}

export function RecordTitle({ name }: { name: string }) {
  // Before the paint: the trail shall not say what kind of record it is first.
  useLayoutEffect(() => {
    show(name)
    return () => show(undefined)
  }, [name])
  return <title>{`${name} · Canvass`}</title>
}

/** Undefined while the screen shows no record, or has yet to load it. */
export function useRecordName(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
