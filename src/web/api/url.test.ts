import { expect, test } from 'vitest'
import { apiUrl, fillPath, queryText } from './url.ts'

test('path parameters are filled and escaped', () => {
  expect(fillPath('/companies/{id}', { id: 5 })).toBe('/companies/5')
  expect(fillPath('/auth/ResetUserPassword/{userInfo}', { userInfo: 'ana/../x' })).toBe(
    '/auth/ResetUserPassword/ana%2F..%2Fx',
  )
})

test('a missing path parameter is an error, not a call to another path', () => {
  expect(() => fillPath('/companies/{id}')).toThrow('/companies/{id} needs id')
  expect(() => fillPath('/companies/{id}', { id: '' })).toThrow()
})

test('a duplicated prefix collapses to one, below any base path', () => {
  expect(apiUrl('', '/companies')).toBe('/api/v1/companies')
  expect(apiUrl('/canvass', '/api/v1/api/v1/companies')).toBe('/canvass/api/v1/companies')
  expect(apiUrl('', '/api/v1x')).toBe('/api/v1/api/v1x')
})

test('a query leaves out what is not said', () => {
  expect(queryText({ page: 2, q: '', sort: undefined, exact: false })).toBe('?page=2&exact=false')
  expect(queryText({ q: 'a&b=ç' })).toBe('?q=a%26b%3D%C3%A7')
  expect(queryText({})).toBe('')
})
