import { useState } from 'react'

/** One piece of work at a time: whether it is under way, and why the last one failed. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  /** What the work led to; undefined when it failed. */
  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      return await work()
    } catch (thrown) {
      setError(thrown)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { busy, error, run }
}
