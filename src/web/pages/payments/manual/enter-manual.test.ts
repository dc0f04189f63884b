import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('without a survey nothing is sent, false is returned, and the log has a line', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  const sent = vi.spyOn(globalThis, 'fetch')
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { enterManual } = await import('./enter-manual.ts')
  expect(await enterManual({ phoneNumber: '+258840000001', amount: '1' }, 'key')).toBe(false)
  expect(sent).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledTimes(1)
})
