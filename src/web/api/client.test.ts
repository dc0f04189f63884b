/** The client against a real server, on a stand-in of the few things that it takes from the browser. */
import { createServer, type RequestListener } from 'node:http'
import { expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { givenBrowser } from '#server/test/given-browser.ts'

let listener: RequestListener
const server = createServer((request, response) => listener(request, response))
const storage = givenBrowser(server, '?page=2')

/** A fresh copy of the modules, as on a fresh page. */
async function freshPage() {
  vi.resetModules()
  const { call, isCancelled } = await import('./client.ts')
  const { navigateBy, takeNotice } = await import('./session-end.ts')
  const visited: string[] = []
  navigateBy((path) => visited.push(path))
  return { call, isCancelled, visited, takeNotice }
}

function answer(status: number, body: object): void {
  listener = (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

test('a call that needs the password again waits for it and then goes on by itself', async () => {
  const { call } = await freshPage()
  const question = await import('./password-question.ts')
  const stopAsking = question.subscribePasswordQuestion(() => {})
  let calls = 0
  listener = (_, response) => {
    calls += 1
    const refused = calls === 1
    response
      .writeHead(refused ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(refused ? { code: 'REAUTH_REQUIRED', message: 'again' } : { success: true, list: [] }))
  }
  const answered = call(companies.list)
  await vi.waitFor(() => expect(question.isPasswordAsked()).toBe(true))
  question.answerPasswordQuestion(true)
  expect(await answered).toMatchObject({ success: true })
  expect(calls).toBe(2)
  stopAsking()
})

test('without the password the call stays refused', async () => {
  const { call } = await freshPage()
  const question = await import('./password-question.ts')
  question.subscribePasswordQuestion(() => {})
  answer(403, { code: 'REAUTH_REQUIRED', message: 'again' })
  const answered = call(companies.list)
  await vi.waitFor(() => expect(question.isPasswordAsked()).toBe(true))
  question.answerPasswordQuestion(false)
  await expect(answered).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
})

test('a call carries the token, its parameters and its body', async () => {
  storage.set('authToken', 'secret')
  const { call } = await freshPage()
  const seen: unknown[] = []
  listener = (request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      seen.push(request.method, request.url, request.headers.authorization, JSON.parse(body))
      response.end('{"success":true}')
    })
  }
  await call(companies.update, { params: { id: 5 }, body: { title: 'Ana', version: 1 } })
  expect(seen).toEqual(['PUT', '/api/v1/companies/5', 'Bearer secret', { title: 'Ana', version: 1 }])
})

test('many 401 at once end the session once, with one notice', async () => {
  for (const key of ['authToken', 'user', 'permissions', 'routeList', 'isInit', 'theme', 'collapsed'])
    storage.set(key, 'x')
  answer(401, { success: false, message: 'Invalid token, user signed out', code: 'UNAUTHORIZED' })
  const { call, isCancelled, visited, takeNotice } = await freshPage()
  const answers = await Promise.all([1, 2, 3].map((page) => call(companies.list, { query: { page } })))
  expect(answers.every(isCancelled)).toBe(true)
  expect(visited).toEqual(['/login?from=%2Fcompanies%3Fpage%3D2'])
  expect(takeNotice()).toEqual({ kind: 'expired' })
  expect(takeNotice()).toBeUndefined()
  // What belongs to the browser stays.
  expect([...storage.keys()]).toEqual(['theme', 'collapsed'])
})

test('the end of a session cuts off what is still on its way', async () => {
  storage.set('authToken', 'x')
  const { call, visited } = await freshPage()
  listener = (request, response) => {
    if (request.url?.includes('page=2')) response.writeHead(401).end('{}')
  }
  const [slow] = await Promise.all([
    call(companies.list, { query: { page: 1 } }),
    call(companies.list, { query: { page: 2 } }),
  ])
  expect(slow).toEqual({ success: false })
  expect(visited).toHaveLength(1)
})

async function askedOnce(token: string, { as = token } = {}) {
  const urls: (string | undefined)[] = []
  listener = (request, response) => {
    urls.push(request.url)
    response.end('{"success":true,"list":[]}')
  }
  storage.set('authToken', token)
  const page = await freshPage()
  const { askAhead } = await import('./read-ahead.ts')
  askAhead('/companies?page=1')
  askAhead('/companies?page=1')
  storage.set('authToken', as)
  return { ...page, urls }
}

test('a call takes the answer that was asked for ahead of it, once', async () => {
  const { call, urls } = await askedOnce('secret')
  expect(await call(companies.list, { query: { page: 1 } })).toMatchObject({ success: true })
  expect(urls).toEqual(['/api/v1/companies?page=1'])
  await call(companies.list, { query: { page: 1 } })
  expect(urls).toHaveLength(2)
})

test('a call of another session takes no answer that was asked for ahead', async () => {
  const { call, urls } = await askedOnce('old', { as: 'new' })
  await call(companies.list, { query: { page: 1 } })
  expect(urls).toHaveLength(2)
})

test('nothing is asked for ahead without a session', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  await freshPage()
  const { askAhead } = await import('./read-ahead.ts')
  askAhead('/companies?page=1')
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('a 401 of the sign-in itself is an error like any other', async () => {
  answer(401, { success: false, message: 'The user name or the password is wrong.', code: 'LOGIN_FAILED' })
  const { call, visited } = await freshPage()
  const refused = call(auth.login, { body: { username: 'ana', password: 'x' } })
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'LOGIN_FAILED' })
  expect(visited).toEqual([])
})

test('a late 401 of an older token does not end the new session', async () => {
  storage.set('authToken', 'old')
  const { call, isCancelled, visited } = await freshPage()
  listener = (_, response) => {
    storage.set('authToken', 'new')
    response.writeHead(401).end('{}')
  }
  expect(isCancelled(await call(companies.list))).toBe(true)
  expect(visited).toEqual([])
  expect(storage.get('authToken')).toBe('new')
})

test('a cancelled call resolves to success false', async () => {
  const { call } = await freshPage()
  listener = () => undefined
  const controller = new AbortController()
  const cancelled = call(companies.list, { signal: controller.signal })
  controller.abort()
  expect(await cancelled).toEqual({ success: false })
})

test('a server that hangs up is a network failure', async () => {
  const { call } = await freshPage()
  listener = (request) => request.socket.destroy()
  await expect(call(companies.list)).rejects.toMatchObject({ status: 600, code: 'NETWORK', message: 'fetch failed' })
})

test('an answer that breaks off is a network failure', async () => {
  const { call } = await freshPage()
  listener = (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"success":')
    setTimeout(() => response.destroy(), 20)
  }
  await expect(call(companies.list)).rejects.toMatchObject({ status: 600, code: 'NETWORK', message: 'terminated' })
})

test('a call that is cancelled while its answer comes resolves to success false', async () => {
  const { call } = await freshPage()
  const controller = new AbortController()
  listener = (_, response) => {
    response.writeHead(200).write('{"success":')
    setTimeout(() => controller.abort(), 20)
  }
  expect(await call(companies.list, { signal: controller.signal })).toEqual({ success: false })
})

test('a file goes as multipart beside its JSON part', async () => {
  const { call } = await freshPage()
  let received = ''
  listener = (request, response) => {
    request.on('data', (part) => (received += part))
    request.on('end', () => response.end('{}'))
  }
  const file = new File(['bytes'], 'logo.png', { type: 'image/png' })
  await call(companies.create, { body: { title: 'Ana' }, file })
  expect(received).toMatch(/name="company"\r\n\r\n\{"title":"Ana"\}/)
  expect(received).toMatch(/name="logo"; filename="logo.png"/)
})

test('after a change, what no screen shows is forgotten; other answers are kept', async () => {
  await freshPage()
  const { queryClient, refresh } = await import('./query.ts')
  const ids = [companies.get, companies.list].map(({ path }) => [path, {}])
  for (const queryKey of ids) queryClient.setQueryData(queryKey, 'as before')
  await refresh(companies.get)
  expect(ids.map((queryKey) => queryClient.getQueryData(queryKey))).toEqual([undefined, 'as before'])
})
