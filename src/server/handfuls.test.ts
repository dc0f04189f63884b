import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { decided, Handfuls, type Outcome } from './handfuls.ts'
import { Turnstiles } from './turnstile.ts'

/** Works by number; `handfuls` are the sizes of what was taken together. */
function open(outcomeOf: (n: number) => Outcome<string>, { patienceMs = 60_000 } = {}) {
  const taken: { handfuls: number[]; alone: number[] } = { handfuls: [], alone: [] }
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const handfuls = new Handfuls<number, string>(new Turnstiles({ each: 1, all: 1 }, { patienceMs }), {
    async together(works) {
      await gate
      taken.handfuls.push(works.length)
      return works.map(outcomeOf)
    },
    async alone(n) {
      await gate
      taken.alone.push(n)
      const outcome = outcomeOf(n)
      if (outcome instanceof AppError) throw outcome
      return outcome ?? `${n} alone`
    },
  })
  return { taken, handfuls, release }
}

test('what waits is taken together, fifty at most, each with its own outcome', async () => {
  const { taken, handfuls, release } = open((n) =>
    n % 10 === 3 ? new AppError('SURVEY_FULL') : n % 10 === 7 ? undefined : `${n}`,
  )
  const all = Array.from({ length: 120 }, (_, n) => handfuls.pass('a', n))
  release()
  const settled = await Promise.allSettled(all)
  expect(taken.handfuls).toEqual([50, 50, 19])
  // The first finds no others; those that need it are done alone behind their handful.
  expect(taken.alone).toEqual([0, 7, 17, 27, 37, 47, 57, 67, 77, 87, 97, 107, 117])
  for (const [n, each] of settled.entries())
    if (n % 10 === 3) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'SURVEY_FULL' } })
    else expect(each).toEqual({ status: 'fulfilled', value: n % 10 === 7 ? `${n} alone` : `${n}` })
})

test('one that breaks its handful fails alone', async () => {
  const { handfuls, release } = open((n) => {
    if (n === 2) throw new Error('broken')
    return `${n}`
  })
  const all = [0, 1, 2, 3].map((n) => handfuls.pass('a', n))
  release()
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a handful that met a conflict is done one by one', async () => {
  const { taken, handfuls, release } = open((n) => {
    if (n > 0 && taken.alone.length === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    return `${n}`
  })
  const all = [0, 1, 2].map((n) => handfuls.pass('a', n))
  release()
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(taken.alone).toEqual([0, 1, 2])
})

test('without a database all of a handful are told so at once', async () => {
  const { taken, handfuls, release } = open((n) => {
    if (n > 0) throw new AppError('UNAVAILABLE')
    return '0'
  })
  const all = [0, 1, 2, 3].map((n) => handfuls.pass('a', n))
  release()
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(taken.alone).toEqual([0])
})

test('one that waited too long is told so, and is not done later', async () => {
  const { taken, handfuls, release } = open((n) => `${n}`, { patienceMs: 1 })
  const first = handfuls.pass('a', 0)
  await expect(handfuls.pass('a', 1)).rejects.toMatchObject({ code: 'BUSY', status: 503 })
  release()
  expect(await first).toBe('0')
  expect(taken).toEqual({ handfuls: [], alone: [0] })
})

test('one whose patience ends while it is being taken hears what came of it', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const handfuls = new Handfuls<number, string>(new Turnstiles({ each: 1, all: 1 }, { patienceMs: 20 }), {
    async together(works) {
      await gate
      return works.map((n) => `${n}`)
    },
    alone: (n) => Promise.resolve(`${n} alone`),
  })
  const all = [0, 1, 2, 3].map((n) => handfuls.pass('a', n))
  await wait(60)
  release()
  expect(await Promise.all(all)).toEqual(['0 alone', '1', '2', '3'])
})

test('work that others decide on comes again four times at most', async () => {
  const outcomes: Outcome<string>[] = [undefined, undefined, 'done']
  expect(await decided(() => Promise.resolve([outcomes.shift()]))).toBe('done')
  await expect(decided(() => Promise.resolve([undefined]))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
