import { expect, test } from 'vitest'
import { Turnstile, Turnstiles } from './turnstile.ts'

test('so many pass at once, in the order they came, and a failure gives its turn on', async () => {
  const turnstile = new Turnstile(2, { patienceMs: 60_000 })
  let [inside, most] = [0, 0]
  const order: number[] = []
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      turnstile.pass(async () => {
        order.push(n)
        most = Math.max(most, (inside += 1))
        await new Promise<void>((resume) => setImmediate(resume))
        inside -= 1
        if (n % 7 === 0) throw new Error('failed')
        return n
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

test('a caller who waits too long is told so, and delays no other', async () => {
  const turnstile = new Turnstile(1, { patienceMs: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = turnstile.pass(() => promise)
  await expect(turnstile.pass(() => Promise.resolve())).rejects.toMatchObject({
    code: 'BUSY',
    status: 503,
    details: { retryAfterSeconds: 1 },
  })
  resolve()
  await first
  expect(await turnstile.pass(() => Promise.resolve('next'))).toBe('next')
})

test('A busy name leaves places to the others, and all together have so many at most', async () => {
  const turnstiles = new Turnstiles({ each: 2, all: 3 }, { patienceMs: 60_000 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const pass = (name: string) =>
    turnstiles.pass(name, async () => {
      order.push(name)
      await promise
    })
  const all = ['a', 'a', 'a', 'b', 'c'].map(pass)
  await new Promise<void>((resume) => setImmediate(resume))
  expect(order).toEqual(['a', 'a', 'b'])
  resolve()
  await Promise.all(all)
  expect(order).toHaveLength(5)
})
