import { expect, test } from 'vitest'
import { httpError, networkError } from './api-error.ts'

test('no answer is status 600 with the error text or Network Error', () => {
  expect(networkError(new TypeError('Failed to fetch'))).toMatchObject({ status: 600, message: 'Failed to fetch' })
  expect(networkError(undefined)).toMatchObject({ status: 600, code: 'NETWORK', message: 'Network Error' })
})

test('a refusal speaks by its body', () => {
  const errors = [{ path: 'title', code: 'REQUIRED', message: 'This is required.' }]
  const body = { success: false, message: 'Some fields are not valid.', code: 'VALIDATION_FAILED', errors, data: null }
  expect(httpError(400, 'Bad Request', body)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'Some fields are not valid.',
    errors,
  })
})

test('a refusal without a usable body speaks by its status text', () => {
  expect(httpError(502, 'Bad Gateway', undefined)).toMatchObject({ code: 'HTTP', message: 'Bad Gateway', errors: [] })
  expect(httpError(502, '', { message: '' }).message).toBe('HTTP 502')
})
