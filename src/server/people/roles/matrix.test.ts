/**
 * Every call × everybody: the admitted callers are exactly those of the tables written by hand. No way around the router
 * leads further than the front door.
 */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { dutyOf, permissionEntries, seededRoles } from '#domain/people/permissions.ts'
import { routes } from '../../app.ts'
import { hashToken } from '../../http/session.ts'
import { callName, callsByHand } from '../../test/calls-by-hand.ts'
import { declaredEndpoints } from '../../test/contract-files.ts'
import { rightsByHand } from '../../test/rights-by-hand.ts'
import { test, type TestApp } from '../../test/with-app.ts'

const endpoints = routes.map((route) => route.endpoint)
const all: string[] = permissionEntries.map((entry) => entry.name)

/** Calls that stay open to those who must choose a password of their own. */
const openBeforePassword = [
  'GET /auth/user',
  'POST /auth/signout',
  'POST /auth/validate-token',
  'POST /auth/change-password',
  'PUT /auth/locale',
]

/** A caller with the permissions they hold; undefined when they no longer count as signed in. */
interface Somebody {
  label: string
  permissions: ReadonlySet<string> | undefined
  mustChangePassword?: boolean
  /** The change of the person or the session after sign-in. */
  person?: string
  session?: string
  role?: string
}

function needsOf(endpoint: Endpoint): readonly string[] {
  const needs = callsByHand.get(callName(endpoint))
  if (!needs) throw new Error(`Nobody has written down who may call ${callName(endpoint)}`)
  return needs
}

/** The permissions of the call, each alone; everything else, in the two halves that one role may hold. */
function peopleFor(endpoint: Endpoint): Somebody[] {
  const needs = needsOf(endpoint)
  const named = needs.filter((name) => name.includes('.'))
  const others = all.filter((name) => !named.includes(name))
  const money = others.filter((name) => dutyOf(name) !== 'RIGHTS')
  const rights = others.filter((name) => dutyOf(name) !== 'MONEY')
  const whole = new Set(
    all.filter((name) => dutyOf(name) !== (dutyOf(named[0] ?? '') === 'MONEY' ? 'RIGHTS' : 'MONEY')),
  )
  return [
    ...seededRoles.map(({ role }) => ({ label: role, role, permissions: rightsByHand.get(role) ?? new Set<string>() })),
    ...(named.length > 0 ? named : ['nothing']).map((name) => ({
      label: `only ${name}`,
      permissions: new Set(name === 'nothing' ? [] : [name]),
    })),
    { label: 'everything but it, on the side of money', permissions: new Set(money) },
    { label: 'everything but it, on the side of rights', permissions: new Set(rights) },
    {
      label: 'with a password to change',
      permissions: whole,
      mustChangePassword: true,
      person: 'must_change_password = true',
    },
    { label: 'suspended', permissions: undefined, person: `status = 'SUSPENDED'` },
    { label: 'expired', permissions: undefined, session: `expires_at = now()` },
    { label: 'idle', permissions: undefined, session: `last_used_at = now() - interval '31 minutes'` },
  ]
}

function expectedStatus(endpoint: Endpoint, { permissions, mustChangePassword }: Somebody): 401 | 403 | undefined {
  const needs = needsOf(endpoint)
  if (needs.includes('public')) return undefined
  if (!permissions) return 401
  if (mustChangePassword) return openBeforePassword.includes(callName(endpoint)) ? undefined : 403
  return needs.includes('session') || needs.some((name) => permissions.has(name)) ? undefined : 403
}

/** Signs them all in, each in a session of their own, in as few statements as there are kinds of them. */
async function signIn({ sql }: TestApp, people: readonly Somebody[]): Promise<string[]> {
  const tokens = people.map(() => randomBytes(32).toString('base64url'))
  const kinds = Map.groupBy(people.keys(), (index) => {
    const { label, role, permissions, person, session } = people[index] ?? { label: '', permissions: undefined }
    return JSON.stringify([
      role ?? [...(permissions ?? all.filter((name) => dutyOf(name) !== 'MONEY'))],
      person,
      session,
      label,
    ])
  })
  for (const [kind, indexes] of kinds) {
    const [held, person, session] = JSON.parse(kind) as [string | string[], string | null, string | null]
    const name = `M_${randomBytes(6).toString('hex').toUpperCase()}`
    if (typeof held !== 'string') {
      await sql.owner.query(`insert into role (name, role) values ($1, $1)`, [name])
      await sql.owner.query(
        `insert into role_permission select r.id, p.id from role r, permission p where r.role = $1 and p.name = any($2)`,
        [name, held],
      )
    }
    const { rows } = await sql.owner.query<{ id: number }>(
      `insert into person (username, name, admin_type, role_id)
       select $1, $1, 'ADMIN', id from role where role = $2 returning id`,
      [name, typeof held === 'string' ? held : name],
    )
    const id = rows[0]?.id
    if (person) await sql.owner.query(`update person set ${person} where id = $1`, [id])
    await sql.owner.query(
      `insert into session (token_hash, person_id, expires_at) select t, $1, now() + interval '1 hour' from unnest($2::bytea[]) t`,
      [id, indexes.map((index) => hashToken(tokens[index] ?? ''))],
    )
    if (session) await sql.owner.query(`update session set ${session} where person_id = $1`, [id])
  }
  return tokens
}

interface Request {
  method: string
  url: string
  token: string | undefined
  headers?: Record<string, string>
}

/** With an empty body and unknown ids: an admitted caller meets 400 or 404, and changes nothing. */
async function ask({ server }: TestApp, { method, url, token, headers }: Request) {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const answer = await server.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { payload: '{}' } : {}),
  })
  return answer.statusCode
}

function urlOf({ method, path }: Endpoint): string {
  const url = `/api/v1${path.replace(/\{\w+\}/g, '999999999')}`
  return method === 'DELETE' && path === '/auth/sessions' ? `${url}?id=999999999` : url
}

test('the rights of seeded roles and of calls are those that were written by hand', async () => {
  const seeded = Object.fromEntries(seededRoles.map(({ role, permissions }) => [role, [...permissions].sort()]))
  const byHand = Object.fromEntries([...rightsByHand].map(([role, permissions]) => [role, [...permissions].sort()]))
  expect(seeded).toEqual(byHand)
  const declared = (await declaredEndpoints()).map(
    (endpoint) => [callName(endpoint), [endpoint.access].flat()] as const,
  )
  expect(new Map(declared)).toEqual(callsByHand)
})

test('every call lets in exactly those whom it should', async ({ app }) => {
  const pairs = endpoints.flatMap((endpoint) => peopleFor(endpoint).map((somebody) => ({ endpoint, somebody })))
  const tokens = await signIn(
    app,
    pairs.map(({ somebody }) => somebody),
  )
  const checks = pairs.map(({ endpoint, somebody }, index) => {
    const wanted = expectedStatus(endpoint, somebody)
    return { endpoint, label: somebody.label, token: tokens[index], wanted }
  })
  for (const endpoint of endpoints) {
    const wanted = needsOf(endpoint).includes('public') ? undefined : (401 as const)
    checks.push({ endpoint, label: 'anonymous', token: undefined, wanted })
    checks.push({ endpoint, label: 'with a made-up token', token: 'x'.repeat(43), wanted })
  }
  const wrong: string[] = []
  for (const { endpoint, label, token, wanted } of checks) {
    const status = await ask(app, { method: endpoint.method, url: urlOf(endpoint), token })
    const got = status === 401 || status === 403 ? status : undefined
    if (got !== wanted || status >= 500)
      wrong.push(`${callName(endpoint)} ${label}: ${status}, not ${wanted ?? 'let in'}`)
  }
  expect(wrong).toEqual([])
  expect(checks.length).toBeGreaterThan(1300)
  console.log(`${checks.length} checks of ${endpoints.length} calls`)
}, 120_000)

/** Ways to write an address that some server somewhere takes for the plain one. */
function disguises(url: string): string[] {
  const rest = url.slice('/api/v1'.length)
  return [
    `/${url}`,
    `/api//v1${rest}`,
    `/api/v1/${rest}`,
    `/api/v1/.${rest}`,
    `/api/v1/%2e${rest}`,
    `/api/v1/auth/..${rest}`,
    `/api/v1/auth/%2e%2e${rest}`,
    `/api/v1/auth/..%2f${rest.slice(1)}`,
    `/api/v1%2f${rest.slice(1)}`,
    `/api/v1/api/v1${rest}`,
    `${url}/`,
    `${url}//`,
    `${url}%00`,
    `${url};x=1`,
    `/API/V1${rest}`,
    `/api/v1${rest.toUpperCase()}`,
  ]
}

const overrides: Record<string, string>[] = [
  { 'x-http-method-override': 'GET' },
  { 'x-http-method': 'GET', 'x-method-override': 'GET' },
  { 'x-original-url': '/api/v1/auth/login', 'x-rewrite-url': '/api/v1/auth/login' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-user': 'admin', 'x-real-ip': '127.0.0.1' },
]

test('HEAD, OPTIONS, other methods, override headers, disguised paths give no right', async ({ app }) => {
  const guarded = endpoints.filter((endpoint) => needsOf(endpoint).some((name) => name.includes('.')))
  const outsiders = guarded.map((endpoint) => {
    const { permissions } = peopleFor(endpoint).find(({ label }) => label.includes('side of rights')) ?? {}
    return { label: 'outsider', permissions: new Set(permissions) }
  })
  const tokens = await signIn(app, outsiders)
  const wrong: string[] = []
  let count = 0
  const refused = async (request: Request, allowed: readonly number[]) => {
    count += 1
    const status = await ask(app, request)
    if (!allowed.includes(status))
      wrong.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}: ${status}`)
  }
  for (const [index, endpoint] of guarded.entries()) {
    const { method } = endpoint
    const url = urlOf(endpoint)
    for (const [turn, token] of [undefined, tokens[index]].entries()) {
      const closed = [token === undefined ? 401 : 403]
      for (const headers of overrides) await refused({ method, url, token, headers }, closed)
      // Each disguise by one of the two, turn by turn from call to call.
      for (const [number, disguise] of disguises(url).entries())
        if ((index + number + turn) % 2 === 0) await refused({ method, url: disguise, token }, [...closed, 400, 404])
      if (method === 'GET') await refused({ method: 'HEAD', url, token }, closed)
      for (const other of ['OPTIONS', 'PATCH', 'TRACE']) await refused({ method: other, url, token }, [404])
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(3000)
  console.log(`${count} checks of detours`)
}, 120_000)
