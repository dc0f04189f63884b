/** Seed §9: a script chunk that has not come after 120 s is given up, and the error screen offers to reload. */
const chunkTimeoutMs = 120_000

export async function loadChunk<T>(load: () => Promise<T>, timeoutMs: number = chunkTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`A script did not load within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
