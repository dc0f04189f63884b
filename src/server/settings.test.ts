import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { hostUrls } from './db/hosts.ts'
import { parseSettings, withFiles } from './settings.ts'

test('everything has a default, and an empty variable counts as not set', () => {
  expect(parseSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    basePath: '',
    database: { kind: 'embedded' },
    databasePool: 10,
    databaseNames: true,
    jobWorker: true,
    demoPassword: undefined,
    logLevel: 'warn',
    trustedProxies: [],
    provider: undefined,
    simulatorPort: 0,
    sessionIdleMinutes: 30,
    sessionAbsoluteHours: 12,
  })
})

test('the manual lists every variable that is read, once, and no other', () => {
  const asked = new Set<string>()
  const provider: Record<string, string> = { PROVIDER_URL: 'https://pay.example', PROVIDER_ACCOUNT: 'field' }
  const env = new Proxy(provider, {
    get(known, name: string) {
      asked.add(name)
      return known[name]
    },
  })
  parseSettings(env)
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const rows = manual.matchAll(/^\| *(`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) *\|/gm)
  const listed = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
  expect(listed.toSorted()).toEqual([...asked].toSorted())
})

test('a secret comes from the file that its variable names; a missing one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-secrets-'))
  writeFileSync(join(folder, 'url'), 'postgresql://canvass_app:secret@db/canvass\n')
  const given = { DATABASE_URL_FILE: join(folder, 'url'), PORT: '3100' }
  expect(parseSettings(withFiles(given))).toMatchObject({
    port: 3100,
    database: { kind: 'external', url: 'postgresql://canvass_app:secret@db/canvass' },
  })
  expect(() => withFiles({ SECRETS_KEY_FILE: join(folder, 'none') })).toThrow(
    'SECRETS_KEY_FILE names a file that cannot be read: ENOENT',
  )
  expect(() => withFiles({ ...given, DATABASE_URL: 'postgresql://x/y' })).toThrow('exclude each other')
  // Other programs have variables of this kind too.
  expect(withFiles({ SSL_CERT_FILE: '/nowhere' })).toEqual({ SSL_CERT_FILE: '/nowhere' })
})

test('the files of deploy/ set variables that are read, and run what is there', () => {
  const root = join(import.meta.dirname, '../..')
  const text = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const known = new Set(manual.match(/`[A-Z\d]+(_[A-Z]+)*`/g)?.map((name) => name.replaceAll('`', '')))
  const compose = text('compose.yml').split('\nservices:')[0] ?? ''
  const set = [
    ...compose.matchAll(/^ {4}([A-Z\d_]+):/gm),
    ...text('compose.yml').matchAll(/^ {6}([A-Z_]+): 'off'/gm),
    ...text('canvass.service').matchAll(/^Environment=([A-Z_]+)=/gm),
    ...text('Dockerfile').matchAll(/\b(HOST|DATA_DIR)=/g),
  ].map(([, name = '']) => name.replace(/_FILE$/, ''))
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((name) => !known.has(name))).toEqual([])
  const files = text('Dockerfile').match(/\b(src|scripts)\/[\w/.-]+\.ts/g) ?? []
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const mounted = [...text('compose.yml').matchAll(/\.\/([\w.-]+):/g)].map(([, name = '']) => name)
  expect(mounted.filter((name) => !existsSync(join(root, 'deploy', name)))).toEqual([])
})

test('every wrong variable is named, all at once, on a line of its own', () => {
  const env = {
    PORT: '70000',
    HOST: 'not a host',
    BASE_PATH: '/a b',
    DATABASE_URL: 'mysql://localhost/x',
    DATABASE_POOL: '1.5',
    JOB_WORKER: 'maybe',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '10.0.0.0/40',
    PROVIDER_URL: 'somewhere',
    SIMULATOR_PORT: '-1',
    SESSION_IDLE_MINUTES: '0',
    SESSION_ABSOLUTE_HOURS: 'long',
    PHONE_COUNTRY: 'Atlantis',
    MAX_AMOUNT: 'MZN:lots',
    MAP_TILE_URL: 'http://tiles.example/{z}/{x}/{y}.png',
  }
  const lines = problemsOf(env)
  expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(Object.keys(env)))
  expect(lines).toHaveLength(Object.keys(env).length)
  expect(lines).toContain('PORT must be a whole number from 0 to 65535')
})

test('a provider is its address with our account there; a user comes with a password', () => {
  const env = {
    PROVIDER_URL: 'https://pay.example/v1/',
    PROVIDER_ACCOUNT: 'FLOAT-{currency}',
    PROVIDER_USER: 'canvass',
  }
  expect(problemsOf(env)).toEqual(['PROVIDER_USER and PROVIDER_PASSWORD go together'])
  expect(parseSettings({ ...env, PROVIDER_PASSWORD: 'secret' }).provider).toEqual({
    name: 'gsma',
    baseUrl: 'https://pay.example/v1',
    accountId: 'FLOAT-{currency}',
    basicAuth: { user: 'canvass', password: 'secret' },
    refusesDuplicates: true,
  })
  const paysThem = { ...env, PROVIDER_PASSWORD: 'secret', PROVIDER_REFUSES_DUPLICATES: 'off' }
  expect(parseSettings(paysThem).provider).toMatchObject({ refusesDuplicates: false })
  expect(problemsOf({ PROVIDER_URL: 'https://pay.example' })).toEqual(['PROVIDER_URL needs PROVIDER_ACCOUNT beside it'])
})

test.each([
  ['http across a network', 'http://pay.example/v1'],
  ['a password in it', 'https://canvass:secret@pay.example'],
  ['a query', 'https://pay.example?key=secret'],
])('A provider with %s is refused, and its address is not repeated', (_, PROVIDER_URL) => {
  const [line = '', ...more] = problemsOf({ PROVIDER_URL, PROVIDER_ACCOUNT: 'field' })
  expect(line).toContain('PROVIDER_URL must be a URL that starts with https://')
  expect([line.includes('secret'), more]).toEqual([false, []])
})

test('A provider on this machine may be called by http', () => {
  for (const baseUrl of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])
    expect(parseSettings({ PROVIDER_URL: baseUrl, PROVIDER_ACCOUNT: 'x' }).provider?.baseUrl).toBe(baseUrl)
})

test('A range of proxies that holds most of the internet is refused', () => {
  for (const range of ['0.0.0.0/0', '::/0', '128.0.0.0/1', '0.0.0.0/7'])
    expect(problemsOf({ TRUSTED_PROXIES: range }), range).toHaveLength(1)
})

test('The public address is a scheme and a host, and nothing else', () => {
  expect(parseSettings({ PUBLIC_URL: 'https://canvass.example.org/' }).publicUrl).toBe('https://canvass.example.org')
  for (const bad of ['canvass.example.org', 'https://a.example/path', 'https://u:p@a.example', 'ftp://a.example'])
    expect(problemsOf({ PUBLIC_URL: bad }), bad).toHaveLength(1)
})

test('a wrong database URL is not repeated, since it may hold a password', () => {
  expect(problemsOf({ DATABASE_URL: 'http://someone:secret@db/canvass' }).join()).not.toContain('secret')
})

test('a database URL may have several hosts: all that is wrong with them is told', () => {
  const url = 'postgresql://app:p%40ss@a:5432,[::1]:5433,b/canvass?target_session_attrs=read-write'
  expect(parseSettings({ DATABASE_URL: url }).database).toMatchObject({ url, ownerUrl: url })
  expect(hostUrls(url)).toEqual(
    ['a:5432', '[::1]:5433', 'b'].map(
      (host) => `postgresql://app:p%40ss@${host}/canvass?target_session_attrs=read-write`,
    ),
  )
  const wrong = 'postgresql://app:secret@a,,c:port/canvass?target_session_attrs=any'
  expect(problemsOf({ DATABASE_URL: wrong, DATABASE_OWNER_URL: 'db' })).toEqual([
    'DATABASE_URL must have hosts such as a:5432,b:5432; look at number 2 and 3',
    'DATABASE_URL may have target_session_attrs=read-write or primary: Canvass works with the host that takes writes',
    'DATABASE_OWNER_URL must be a URL that starts with postgresql://',
  ])
})

test('an owner URL alone is refused: the app itself would go to the embedded database', () => {
  expect(problemsOf({ DATABASE_OWNER_URL: 'postgresql://owner@db/canvass' })).toEqual([
    'DATABASE_OWNER_URL needs DATABASE_URL beside it',
  ])
})

test('a replica needs a primary beside it, and waits a second unless said otherwise', () => {
  const urls = { DATABASE_URL: 'postgresql://app@db/canvass', DATABASE_REPLICA_URL: 'postgresql://app@replica/canvass' }
  expect(parseSettings(urls).databaseReplica).toEqual({ url: urls.DATABASE_REPLICA_URL, waitMs: 1000 })
  expect(parseSettings({ ...urls, DATABASE_REPLICA_WAIT_MS: '50' }).databaseReplica?.waitMs).toBe(50)
  expect(problemsOf({ DATABASE_REPLICA_URL: 'replica', DATABASE_REPLICA_WAIT_MS: '-1' })).toEqual([
    'DATABASE_REPLICA_URL must be a URL that starts with postgresql://',
    'DATABASE_REPLICA_URL needs DATABASE_URL beside it',
    'DATABASE_REPLICA_WAIT_MS must be a whole number from 0 to 60000',
  ])
})

test('the owner of an external database is the app itself unless it is named', () => {
  const url = 'postgresql://app@db/canvass'
  expect(parseSettings({ DATABASE_URL: url }).database).toEqual({ kind: 'external', url, ownerUrl: url })
  const ownerUrl = 'postgres://owner@db/canvass'
  expect(parseSettings({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }).database).toMatchObject({ url, ownerUrl })
})

test('a base path is written in one way, with any slashes', () => {
  for (const written of ['canvass/admin', '/canvass/admin/', '//canvass//admin']) {
    expect(parseSettings({ BASE_PATH: written }).basePath).toBe('/canvass/admin')
  }
  expect(parseSettings({ BASE_PATH: '/' }).basePath).toBe('')
  expect(problemsOf({ BASE_PATH: '/../etc' })).toEqual(['BASE_PATH must be a path such as /canvass'])
})

test('lists are split and relative folders resolved', () => {
  const settings = parseSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1', DATA_DIR: 'somewhere/data' })
  expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  expect(settings.dataDir).toBe(resolve('somewhere/data'))
})

test('the highest amounts are decimals of their currencies, each named once', () => {
  expect(parseSettings({}).highestAmounts).toEqual({})
  expect(parseSettings({ MAX_AMOUNT: 'MZN:50000.00, UGX:2000000' }).highestAmounts).toEqual({
    MZN: 5_000_000,
    UGX: 2_000_000,
  })
  for (const bad of ['50000', 'MZN:0', 'MZN:-5', 'mzn:5', 'UGX:1.5', 'MZN:1,MZN:2', 'MZN:1,', 'UGX:9007199254740992'])
    expect(problemsOf({ MAX_AMOUNT: bad }), bad).toHaveLength(1)
})

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseSettings(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

test('map tiles come from a plain https host with an attribution, by default from none', () => {
  const url = 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=a'
  expect(parseSettings({}).mapTiles).toBeUndefined()
  expect(parseSettings({ MAP_TILE_URL: url, MAP_ATTRIBUTION: 'Us' }).mapTiles).toEqual({ url, attribution: 'Us' })
  expect(problemsOf({ MAP_TILE_URL: url })).toEqual(['MAP_TILE_URL needs MAP_ATTRIBUTION beside it'])
  for (const bad of [
    'https://tiles.example/{z}/{x}.png',
    "https://tiles.example; script-src 'unsafe-inline'/{z}/{x}/{y}",
    'https://*/{z}/{x}/{y}',
  ])
    expect(problemsOf({ MAP_TILE_URL: bad, MAP_ATTRIBUTION: 'Us' }), bad).toHaveLength(1)
})

test('providers of sign-on are read from JSON, and all that is wrong is named', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const [, example = ''] = /^## Sign-on$[^]*?```json\n([^]*?)```/m.exec(manual) ?? []
  const { signOn } = parseSettings({ SIGN_ON_PROVIDERS: example, PUBLIC_URL: 'https://canvass.example.org' })
  expect(signOn).toMatchObject([
    { name: 'keycloak', issuer: 'https://id.example.org/realms/field', roles: { reviewers: 'REVIEWER' } },
  ])
  const wrong = [
    { name: 'A b', title: '', issuer: 'http://id.example.org', clientId: 'c', roles: { a: 'b' }, tenant: 'x' },
  ]
  expect(() => parseSettings({ SIGN_ON_PROVIDERS: JSON.stringify(wrong) })).toThrow(
    ['name', 'title', 'issuer', 'clientSecret', 'roles.a', 'tenant']
      .map((part) => `SIGN_ON_PROVIDERS provider 1: ${part} is missing, wrong or unknown (docs/operations.md, Sign-on)`)
      .join('\n'),
  )
  const [one] = JSON.parse(example) as object[]
  const twice = { SIGN_ON_PROVIDERS: JSON.stringify([one, one]) }
  expect(() => parseSettings(twice)).toThrow(/one name twice\n.*one issuer twice\n.*needs PUBLIC_URL/)
  expect(() => parseSettings({ SIGN_ON_PROVIDERS: 'keycloak' })).toThrow('must be a list as JSON')
})
