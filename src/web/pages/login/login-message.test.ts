import { expect, test } from 'vitest'
import { httpError, networkError } from '../../api/api-error.ts'
import { ownTexts } from '#words/texts.ts'
import { refusedMessage, thrownMessage } from './login-message.ts'

const texts = ownTexts('en')
const text = (id: string) => texts[id] ?? id

test('an answer without success shows the message of the server, else our own', () => {
  expect(refusedMessage('Closed for today', text)).toBe('Closed for today')
  expect(refusedMessage('', text)).toBe('Login failed. Please try again.')
})

test('a refusal shows its code in the language of the page, an unknown one its message', () => {
  const refused = httpError(401, '', { code: 'LOGIN_FAILED', message: 'x' })
  expect(thrownMessage(refused, text)).toBe('The user name or the password is wrong. Try again.')
  expect(thrownMessage(httpError(418, '', { code: 'TEAPOT', message: 'Short and stout' }), text)).toBe(
    'Short and stout',
  )
  expect(thrownMessage(networkError(undefined), text)).toMatch(/^Network Error/)
})

const refused = (body: object) => thrownMessage(httpError(403, 'Forbidden', body), text)

test('a refusal of an unknown code shows its error field, message, or that it failed', () => {
  expect(refused({ error: 'Clock is wrong', message: 'No' })).toBe('Clock is wrong')
  expect(refused({ message: 'No' })).toBe('No')
  for (const body of [{}, { error: 5, message: '' }]) expect(refused(body)).toBe('Login failed. Please try again.')
})

test('anything else thrown shows its error field, else that it was unexpected', () => {
  expect(thrownMessage({ error: 'Clock is wrong' }, text)).toBe('Clock is wrong')
  for (const thrown of [undefined, new Error('internals'), { error: 5 }]) {
    expect(thrownMessage(thrown, text)).toBe('An unexpected error occurred.')
  }
})
