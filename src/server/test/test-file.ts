/**
 * What lasts as long as a test file. Test files that run one after the other share a process and its modules. A module
 * is loaded once, so it cannot end by itself what belongs to one file.
 */
interface Closable {
  close(): Promise<void>
}

const open: (() => Promise<void>)[] = []

/** Starts it for the first test of a file that asks, and gives the same one to all others of that file. */
export function onceForTheFile<Thing extends Closable>(start: () => Promise<Thing>): () => Promise<Thing> {
  let started: Promise<Thing> | undefined
  return () => {
    if (started) return started
    const thing = (started = start())
    open.push(async () => {
      started = undefined
      await (await thing).close()
    })
    return thing
  }
}

/** After the last test of a file. */
export async function endTestFile(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()))
}
