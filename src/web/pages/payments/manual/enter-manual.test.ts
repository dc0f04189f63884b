import { afterEach, expect, test, vi } from 'vitest'
import { enterManual } from './enter-manual.ts'

afterEach(() => vi.restoreAllMocks())

test('without a survey nothing is sent, false is returned, and the log has a line', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  expect(await enterManual({ phoneNumber: '+258840000001', amount: '1' }, 'key')).toBe(false)
  expect(sent).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledTimes(1)
})
