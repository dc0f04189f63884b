/** Work in batches: what comes while one batch is at work makes the next. */

interface Waiting<In, Out> {
  item: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

/** Resolves with the item's place in what `work` returns; all of a batch fail together. */
export function batched<In, Out>(
  work: (items: In[]) => Promise<readonly Out[]>,
  size: number,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let isWorking = false

  async function workAll(): Promise<void> {
    isWorking = true
    // What comes in the same moment goes along.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, size)
      try {
        const results = await work(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, place) => resolve(results[place] as Out))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWorking = false
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Out>()
    waiting.push({ item, resolve, reject })
    if (!isWorking) void workAll()
    return promise
  }
}
