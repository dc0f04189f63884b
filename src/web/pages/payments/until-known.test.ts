import { expect, test } from 'vitest'
import { ApiError, networkError } from '../../api/api-error.ts'
import { isOutcomeUnknown, untilKnown } from './until-known.ts'

const lost = () => networkError(new Error('cut'))

/** Fails with these errors one after the other, then answers. */
function failing(...errors: Error[]) {
  const server = { calls: 0, send }
  async function send() {
    server.calls += 1
    const error = errors.shift()
    if (error) throw error
    return 'answer'
  }
  return server
}

const leave = () => Promise.reject(new Error('left'))
const waiting = { onUnknown: () => {}, pause: async () => {} }

test('an answer that got lost is asked for until it comes', async () => {
  const server = failing(lost(), new ApiError(502, 'HTTP', 'Bad Gateway', {}), lost())
  expect(await untilKnown(server.send, waiting)).toBe('answer')
  expect(server.calls).toBe(4)
})

test('a refusal is an answer', async () => {
  const server = failing(new ApiError(409, 'BATCH_CHANGED', '', {}))
  await expect(untilKnown(server.send, waiting)).rejects.toMatchObject({ code: 'BATCH_CHANGED' })
  expect(server.calls).toBe(1)
})

test('no request is sent again once the user has left', async () => {
  const server = failing(lost(), lost())
  await expect(untilKnown(server.send, { ...waiting, pause: leave })).rejects.toThrow('left')
  expect(server.calls).toBe(1)
})

test('only what was not answered by the server itself is unknown', () => {
  expect(isOutcomeUnknown(lost())).toBe(true)
  expect(isOutcomeUnknown(new ApiError(409, 'IDEMPOTENCY_IN_FLIGHT', '', {}))).toBe(true)
  expect(isOutcomeUnknown(new ApiError(500, 'INTERNAL', '', {}))).toBe(false)
  expect(isOutcomeUnknown(new ApiError(403, 'SELF_ACTION', '', {}))).toBe(false)
})
