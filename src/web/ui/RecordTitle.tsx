/** Names the record that the screen shows: in the title of the window, and at the end of the trail in the header. */
import { useLayoutEffect } from 'react'
import { SharedValue } from '../api/shared-value.ts'

const shown = new SharedValue<string | undefined>(undefined)

export function RecordTitle({ name }: { name: string }) {
  // Before the paint: the trail shall not say what kind of record it is first.
  useLayoutEffect(() => {
    shown.set(name)
    return () => shown.set(undefined)
  }, [name])
  return <title>{`${name} · Canvass`}</title>
}

/** Undefined while the screen shows no record, or has yet to load it. */
export function useRecordName(): string | undefined {
  return shown.use()
}
