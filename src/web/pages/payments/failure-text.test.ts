import { expect, test } from 'vitest'
import { httpError, networkError } from '../../api/api-error.ts'
import { ownTexts } from '#words/texts.ts'
import { failureText } from './failure-text.ts'

const texts = ownTexts('en')
const textOf = (error: unknown) => failureText(error, (id) => texts[id] ?? id, texts['payments.unknownError'] ?? '')

test('a failed payment action says what its code means', () => {
  expect(textOf(httpError(409, '', { code: 'IDEMPOTENCY_IN_FLIGHT' }))).toBe(texts['errors.IDEMPOTENCY_IN_FLIGHT'])
  expect(textOf(networkError(undefined))).toMatch(/^Network Error/)
})

test('a failed payment action whose code is foreign says what the server said', () => {
  expect(textOf(httpError(418, '', { code: 'TEAPOT', message: 'Short and stout' }))).toBe('Short and stout')
  expect(textOf(httpError(502, 'Bad Gateway', { message: 'Upstream is away' }))).toBe('Upstream is away')
})

test('a failed payment action of which nothing is known says Unknown error', () => {
  const wordless = [httpError(502, 'Bad Gateway', undefined), httpError(500, '', { message: '' })]
  for (const thrown of [...wordless, new TypeError('internals'), undefined])
    expect(textOf(thrown)).toBe('Unknown error')
})
