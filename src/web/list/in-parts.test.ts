import { expect, test } from 'vitest'
import { networkError } from '../api/api-error.ts'
import { inParts, type RowId } from './in-parts.ts'

const done = (ids: readonly RowId[]) => ids.map((id) => ({ id, ok: true, code: 'OK', message: '' }))
const words = (rows: readonly { id: RowId; code: string }[]) => rows.map(({ id, code }) => `${id} ${code}`)

test('rows go in parts of the size that one call takes', async () => {
  const calls: RowId[][] = []
  const rows = await inParts([1, 2, 3, 4, 5], 2, async (ids) => {
    calls.push([...ids])
    return done(ids)
  })
  expect(calls).toEqual([[1, 2], [3, 4], [5]])
  expect(words(rows)).toEqual(['1 OK', '2 OK', '3 OK', '4 OK', '5 OK'])
})

test('a part that fails leaves told what the parts before it did, and sends no more', async () => {
  let calls = 0
  const rows = await inParts([1, 2, 3, 4, 5], 2, async (ids) => {
    if (++calls === 2) throw networkError(new Error('cut'))
    return done(ids)
  })
  expect(calls).toBe(2)
  expect(words(rows)).toEqual(['1 OK', '2 OK', '3 NETWORK', '4 NETWORK', '5 NETWORK'])
})

test('when the first part fails nothing was done, and that is the failure of the whole', async () => {
  await expect(inParts([1, 2, 3], 2, () => Promise.reject(networkError(undefined)))).rejects.toMatchObject({
    code: 'NETWORK',
  })
})
