/** Serves the built pages: hashed files for ever, index.html for every screen with its nonce, base path and CSP. */
import fastifyStatic from '@fastify/static'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Brand, noBrand } from '#domain/brand.ts'
import { AppError } from '../errors.ts'
import type { MapTiles, Settings } from '../settings.ts'
import { join } from 'node:path'

const built = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** Of every answer. The pages set a policy of their own; everything else is data that may load nothing. */
const strict = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
}

type PageSettings = Pick<
  Settings,
  'basePath' | 'dataDir' | 'mail' | 'signOn' | 'mapTiles' | 'highestAmounts' | 'phoneCountry'
> & {
  /** Who may sign in to the demo; none in any other house. */
  demoUsers: readonly string[]
  /** What the organisation is called and looks like, at each visit. */
  brand: () => Promise<Brand>
  /** Whether a member of staff has a passkey. */
  hasPasskeys: () => Promise<boolean>
}

/** `folder` holds the built pages: `web/` for the back office, `link/` for public links. */
export async function servePages(server: FastifyInstance, given: PageSettings, folder = built): Promise<void> {
  server.addHook('onRequest', (_, reply, done) => {
    void reply.headers(strict)
    done()
  })
  const indexFile = `${folder}web/index.html`
  if (existsSync(indexFile)) {
    const index = await readFile(indexFile, 'utf8')
    await server.register(fastifyStatic, {
      root: `${folder}web/assets`,
      prefix: '/assets/',
      ...forEver,
    })
    const settings = { ...given, mapTiles: given.mapTiles ?? (await serveBasemap(server, given)) }
    await serveLinks(server, settings, `${folder}link/`)
    server.get('/', (_, reply) => sendIndex(reply, index, settings))
    server.setNotFoundHandler((request, reply) => {
      const isScreen = request.method === 'GET' && !ofMachines.test(request.url)
      if (!isScreen) throw new AppError('ROUTE_NOT_FOUND')
      return sendIndex(reply, index, settings)
    })
    return
  }
  server.setNotFoundHandler(() => {
    throw new AppError('ROUTE_NOT_FOUND')
  })
}

/** What programs ask for, so that one that is not there is no page to them: calls, files, `/metrics`, `/.env`. */
const ofMachines = /^\/+((api|odata|(f\/+)?assets|metrics)(\/|\?|$)|\.)/i

/** Each file has a route of its own: no address leads anywhere else. */
const forEver = { wildcard: false, immutable: true, maxAge: '365d', preCompressed: true } as const

/** The page of public links, and its worker, which serves all pages below its own path. */
async function serveLinks(server: FastifyInstance, settings: PageSettings, folder: string): Promise<void> {
  // Like the pages, it is built beside a server that may run already.
  if (!existsSync(`${folder}index.html`)) return
  const index = await readFile(`${folder}index.html`, 'utf8')
  const worker = await readFile(`${folder}worker.js`, 'utf8')
  await server.register(fastifyStatic, {
    root: `${folder}assets`,
    prefix: '/f/assets/',
    decorateReply: false,
    ...forEver,
  })
  // Collectors have a door of their own: a worker serves what is below its path.
  for (const [door, page] of [
    ['/f', '/f/:encodedId'],
    ['/c', '/c/*'],
  ] as const) {
    server.get(`${door}/worker.js`, (_, reply) =>
      reply
        // What it fetches for the page goes by its own policy.
        .header('content-security-policy', "default-src 'none'; connect-src 'self'")
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(worker),
    )
    server.get(page, (_, reply) => sendIndex(reply, index, settings))
  }
  // Typed without its end; a browser keeps the token behind the #.
  server.get('/c', (_, reply) => reply.redirect(`${settings.basePath}/c/`))
}

async function sendIndex(reply: FastifyReply, index: string, settings: PageSettings): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  // A page that can say what is wrong comes also when the database does not answer.
  const brand = await settings.brand().catch(() => noBrand)
  const hasPasskeys = await settings.hasPasskeys().catch(() => false)
  return reply
    .header('content-security-policy', contentPolicy(nonce, settings.mapTiles))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(filledIn(index, nonce, { ...settings, brand, hasPasskeys }))
}

/** The page with what it needs to know of this house in its places. */
export function filledIn(
  index: string,
  nonce: string,
  settings: Omit<PageSettings, 'brand' | 'hasPasskeys'> & { brand: Brand; hasPasskeys: boolean },
): string {
  const { basePath, mapTiles, highestAmounts, phoneCountry, demoUsers, brand, mail, hasPasskeys, signOn } = settings
  return index
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__BASE__', basePath)
    .replace('__TILES__', () => attributeText(mapTiles?.url ?? ''))
    .replace('__TILES_BY__', () => attributeText(mapTiles?.attribution ?? ''))
    .replace('__HIGHEST__', () => attributeText(JSON.stringify(highestAmounts)))
    .replace('__PHONE_COUNTRY__', phoneCountry ?? '')
    .replace('__MAIL__', mail ? 'on' : '')
    .replace('__PASSKEYS__', hasPasskeys ? 'on' : '')
    .replace('__SIGN_ON__', () => attributeText(JSON.stringify(signOn.map(({ name, title }) => [name, title]))))
    .replace('__BRAND__', () => attributeText(JSON.stringify(brand)))
    .replace('__DEMO_USERS__', attributeText(demoUsers.join(', ')))
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Pictures come from ourselves, and map tiles from where the operator says. */
export function contentPolicy(nonce: string, mapTiles: MapTiles | undefined): string {
  const tileHost = /^https:\/\/[^/]+/.exec(mapTiles?.url ?? '')?.[0].replace('{s}', '*')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tileHost === undefined ? '' : ` ${tileHost}`}`,
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    'manifest-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The operator's own map of the country: `map.pmtiles` (PMTiles 3) in the data directory. Pages read the parts they need by
 * ranges. It holds nothing of this house, so it is served without a session.
 */
const name = 'map.pmtiles'
const headBytes = 127

/** Where pages find it; undefined without one. One that cannot be read is a warning, and maps show the outline. */
async function serveBasemap(
  server: FastifyInstance,
  { dataDir, basePath }: { dataDir: string; basePath: string },
): Promise<MapTiles | undefined> {
  const problem = await problemOf(join(dataDir, name))
  if (problem === 'MISSING') return undefined
  if (problem !== undefined) {
    console.warn(`${join(dataDir, name)} ${problem}: maps show an outline in its place`)
    return undefined
  }
  server.get(`/${name}`, (_, reply) => reply.sendFile(name, dataDir, { maxAge: '1d', immutable: false }))
  return { url: `${basePath}/${name}`, attribution: '© OpenStreetMap, Protomaps' }
}

/** By its head (PMTiles 3, section 3): the tiles are its last part. */
async function problemOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return 'MISSING'
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    if (bytesRead < headBytes || buffer.toString('latin1', 0, 7) !== 'PMTiles' || buffer[7] !== 3)
      return 'is no PMTiles file of version 3'
    const whole = Number(buffer.readBigUInt64LE(56) + buffer.readBigUInt64LE(64))
    const { size } = await file.stat()
    return size < whole ? `is cut short: it has ${size} of ${whole} bytes` : undefined
  } finally {
    await file.close()
  }
}
