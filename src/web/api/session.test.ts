/** Entering the back office against a real server, on a stand-in of the few things that it takes from the browser. */
import { createServer } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenBrowser } from '#server/test/given-browser.ts'

let asked: string[]
let ofUser: { status: number; body: object } = { status: 500, body: {} }
const server = createServer((request, response) => {
  const path = request.url?.replace('/api/v1', '') ?? ''
  asked.push(path)
  const isSignedIn = request.headers.authorization !== undefined
  const { status, body } = isSignedIn ? (path === '/auth/user' ? ofUser : { status: 200, body: {} }) : refusal
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
const storage = givenBrowser(server, '')
const refusal = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Invalid token, user signed out' } }

/** A fresh copy of the modules, as on a fresh page of a signed-in user. */
async function freshPage() {
  vi.resetModules()
  const { boot } = await import('./session.ts')
  const { loadLooks } = await import('../views/look-store.ts')
  const { navigateBy, takeNotice } = await import('./session-end.ts')
  const visited: string[] = []
  navigateBy((path) => visited.push(path))
  return { boot, loadLooks, takeNotice, visited }
}

beforeEach(() => {
  asked = []
  for (const key of ['authToken', 'user', 'permissions', 'theme']) storage.set(key, 'x')
})

test('a failed user fetch forgets the token and the permissions, and says why once', async () => {
  ofUser = { status: 500, body: { code: 'INTERNAL', message: 'Broken' } }
  const { boot, takeNotice } = await freshPage()
  expect(await boot()).toBe(false)
  expect([...storage.keys()]).toEqual(['theme'])
  expect(takeNotice()).toMatchObject({ kind: 'failed', error: { status: 500, message: 'Broken' } })
})

test('what is asked for after a failed user fetch is not sent without a token', async () => {
  ofUser = { status: 500, body: { code: 'INTERNAL', message: 'Broken' } }
  const { boot, loadLooks, takeNotice, visited } = await freshPage()
  await boot()
  await loadLooks()
  expect(asked.sort()).toEqual(['/auth/user', '/routes'])
  expect(visited).toEqual([])
  expect(takeNotice()).toMatchObject({ kind: 'failed' })
})

test('the menu is not asked for before the user has a password of their own', async () => {
  const unknown = {
    gender: null,
    avatar: null,
    pendingRole: null,
    permissions: [],
    factors: [],
    factorRequired: false,
    hasPassword: true,
    locale: 'en',
  }
  const person = { id: 5, username: 'ivo', name: 'Ivo', adminType: 'ADMIN', role: 'AUDITOR', roleName: 'Auditor' }
  const user = { ...unknown, ...person, mustChangePassword: true }
  const answer = (mustChangePassword: boolean) => ({
    status: 200,
    body: { user: { user: { ...user, mustChangePassword }, permissions: { list: [], visit: [] } }, demo: false },
  })
  storage.set('user', JSON.stringify(user))
  const { boot } = await freshPage()
  ofUser = answer(true)
  expect(await boot()).toBe(true)
  expect(asked).toEqual(['/auth/user'])
  ofUser = answer(false)
  await boot()
  expect(asked).toEqual(['/auth/user', '/auth/user', '/routes'])
})

test('a 401 that comes after the end of a session does not change what is said of it', async () => {
  ofUser = { status: 500, body: { code: 'INTERNAL', message: 'Broken' } }
  const { boot, takeNotice } = await freshPage()
  const { call } = await import('./client.ts')
  const { lists } = await import('#contract/views.ts')
  await boot()
  await call(lists.looks)
  expect(takeNotice()).toMatchObject({ kind: 'failed' })
})

test('a session that another tab has ended ends here with the next call', async () => {
  const { takeNotice, visited } = await freshPage()
  const { call } = await import('./client.ts')
  const { lists } = await import('#contract/views.ts')
  storage.delete('authToken')
  await call(lists.looks)
  expect(visited).toEqual(['/login?from=%2Fcompanies'])
  expect(takeNotice()).toEqual({ kind: 'expired' })
})
