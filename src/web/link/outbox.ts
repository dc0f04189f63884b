/** Sends what waits, one after the other; only one tab of the browser does it at a time. */
import { Refused, sendWaiting } from './calls.ts'
import { keptWaiting, type Waiting } from './kept.ts'

export async function waitingOf(encodedId: string): Promise<Waiting[]> {
  return (await keptWaiting.all()).filter((each) => each.encodedId === encodedId)
}

/** Ends early when there is no network. What the server refuses is kept with its reason. */
export async function sendAll(encodedId: string): Promise<void> {
  await navigator.locks.request('canvass-links', async () => {
    for (const waiting of await waitingOf(encodedId)) {
      if (waiting.refusal) continue
      const key = waiting.work.clientUuid
      try {
        await sendWaiting(waiting)
        await keptWaiting.remove(key)
      } catch (error) {
        if (!(error instanceof Refused)) return
        const { code, errors } = error
        await keptWaiting.put(key, { ...waiting, refusal: { code, errors } })
      }
    }
  })
}
