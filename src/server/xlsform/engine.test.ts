import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFillings, differences } from '../test/forms-engine.ts'

test('a question is visible, required and valid here exactly as in the XForms engine', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const property = fc.asyncProperty(anyFillings(8), async (fillings) => {
    expect(await differences(fillings, today)).toEqual([])
  })
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
})
