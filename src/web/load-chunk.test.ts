import { expect, test } from 'vitest'
import { loadChunk } from './load-chunk.ts'

test('a script that comes is handed on', async () => {
  expect(await loadChunk(() => Promise.resolve('page'))).toBe('page')
})

test('a script that does not come in time is given up', async () => {
  await expect(loadChunk(() => new Promise(() => {}), 5)).rejects.toThrow('did not load within 5 ms')
})

test('a script that fails fails at once', async () => {
  await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toThrow('404')
})
