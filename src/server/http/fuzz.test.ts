/** `npm run test:fuzz -- --calls 200000` makes so many; TEST_SEED draws the same again. */
import { expect } from 'vitest'
import { errorStatuses } from '#domain/errors.ts'
import { drawCall } from '../test/any-call.ts'
import { caller } from '../test/caller.ts'
import { declaredEndpoints } from '../test/contract-files.ts'
import { testChance } from '../test/seed.ts'
import { test, type TestApp } from '../test/with-app.ts'

const calls = Number(process.env['FUZZ'] ?? 1000)
const streams = 4

/** What is wrong with the answer, if anything. */
function faultOf(status: number, text: string): string | undefined {
  if (status < 400) return undefined
  if (status >= 500) return text.slice(0, 200)
  const { code, message } = JSON.parse(text) as { code?: string; message?: string }
  return code !== undefined && code in errorStatuses && message ? undefined : text.slice(0, 200)
}

async function fill({ given }: TestApp): Promise<void> {
  for (const _ of [1, 2, 3]) await given.responses(await given.survey(), 3)
  await given.survey({ status: 'DRAFT' })
  await given.payments({ count: 5 })
  await given.company()
}

test('any call with any input is done or refused with a code, and nothing breaks', async ({ app }) => {
  const endpoints = await declaredEndpoints()
  await fill(app)
  const met = new Map<string, number>()
  const faults: string[] = []

  async function stream(number: number): Promise<void> {
    const chance = testChance(number)
    let person = await app.given.admin()
    for (let n = 0; n < calls / streams; n += 1) {
      const endpoint = chance.pick(endpoints)
      const input = drawCall(chance, endpoint)
      const { status, bytes } = await caller(app.server, person.token).raw(endpoint, input)
      met.set(`${Math.floor(status / 100)}xx`, (met.get(`${Math.floor(status / 100)}xx`) ?? 0) + 1)
      const fault = faultOf(status, bytes.toString('utf8'))
      if (fault)
        faults.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(input).slice(0, 400)}: ${status} ${fault}`)
      // Some calls end the session of their caller, or the rights.
      if (status === 401 || status === 403) person = await app.given.admin()
    }
  }

  await Promise.all(Array.from({ length: streams }, (_, number) => stream(number)))
  expect(faults).toEqual([])
  // Enough of them are past the shapes.
  expect(met.get('2xx')).toBeGreaterThan(calls / 10)
}, 3_600_000)
