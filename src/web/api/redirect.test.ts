import { expect, test } from 'vitest'
import { loginFrom, safeTarget } from './redirect.ts'

test('sign-in leads back to where one came from, with its query', () => {
  expect(safeTarget('/companies?page=2&q=a%26b')).toBe('/companies?page=2&q=a%26b')
  expect(new URLSearchParams(loginFrom('/companies?page=2').split('?')[1]).get('from')).toBe('/companies?page=2')
})

test('without a way back, or from the start or sign-in page, it leads to the dashboard', () => {
  for (const from of [null, '', '/', '/login', '/login/', '/login?from=%2Fx'])
    expect(safeTarget(from)).toBe('/dashboard')
})

test('it never leads out of the app', () => {
  const outside = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /companies',
    'companies',
    '/..//evil.example',
  ]
  for (const from of outside) expect(safeTarget(from), from).toBe('/dashboard')
})
