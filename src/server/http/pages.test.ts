import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { noBrand } from '#domain/brand.ts'
import { parseSettings } from '../settings.ts'
import { refusalOf } from './failure.ts'
import { contentPolicy, filledIn, servePages } from './pages.ts'

function pictures(url?: string) {
  const rules = contentPolicy('n', url === undefined ? undefined : { url, attribution: 'Us' }).split('; ')
  return rules.find((rule) => rule.startsWith('img-src'))
}

test('pictures come from us alone, and map tiles from the host that the operator named', () => {
  expect(pictures()).toBe("img-src 'self' data: blob:")
  expect(pictures('https://tiles.example:8443/{z}/{x}/{y}.png')).toBe(
    "img-src 'self' data: blob: https://tiles.example:8443",
  )
  expect(pictures('https://{s}.tiles.example/{z}/{x}/{y}.png')).toBe(
    "img-src 'self' data: blob: https://*.tiles.example",
  )
  expect(contentPolicy('n', undefined)).not.toContain('https:')
})

/** The built pages are not there in a test of the server: these are few, with a secret beside them. */
async function givenPages(basemap?: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'canvass-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'web/assets/deep'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await mkdir(join(folder, 'link/assets'), { recursive: true })
  await writeFile(join(folder, 'web/index.html'), '<html>__TILES__</html>')
  await writeFile(join(folder, 'link/index.html'), '<html></html>')
  await writeFile(join(folder, 'link/worker.js'), 'worker')
  await writeFile(join(folder, 'link/assets/link-3.js'), 'link')
  await writeFile(join(folder, 'web/assets/app-1.js'), 'app')
  await writeFile(join(folder, 'web/assets/deep/map-2.js'), 'map')
  if (basemap) await writeFile(join(folder, 'map.pmtiles'), basemap)
  const server = Fastify({ frameworkErrors: sendRefusal })
  server.setErrorHandler(sendRefusal)
  await servePages(
    server,
    {
      ...parseSettings({}),
      dataDir: folder,
      demoUsers: [],
      brand: async () => noBrand,
      hasPasskeys: async () => false,
    },
    `${folder}/`,
  )
  await server.listen({ port: 0 })
  onTestFinished(() => server.close())
  return (server.server.address() as AddressInfo).port
}

/** Sent as it is written: a client that tidies addresses up would take the dots away. */
async function statusOf(port: number, path: string): Promise<[path: string, status: number | undefined]> {
  const asked = request({ port, path, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return [path, answer.statusCode]
}

function sendRefusal(error: unknown, _: unknown, reply: FastifyReply) {
  void reply.status(refusalOf(error)?.status ?? 500).send()
}

test('only files of the pages are found below their address, by any spelling of a path', async () => {
  const port = await givenPages()
  const all = (paths: string[]) => Promise.all(paths.map((path) => statusOf(port, path)))
  const found = [
    '/assets/app-1.js',
    '/assets/deep/map-2.js',
    '/',
    '/surveys/1',
    '/f/s1',
    '/f/worker.js',
    '/f/assets/link-3.js',
  ]
  const missing = [
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/.%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5cindex.html',
    '/assets/..\\index.html',
    '/assets/%252e%252e/index.html',
    '/assets/%c0%ae%c0%ae/index.html',
    `/assets/${'../'.repeat(30)}secret.txt`,
    '/assets/./app-1.js',
    '/assets//app-1.js',
    '/assets/deep/../app-1.js',
    '/assets/APP-1.js',
    '/assets/app-1.js%00',
    '/assets/%00',
    '/assets/%ff',
    '/assets/%',
    `/assets/${'a'.repeat(300)}`,
    '/assets',
    '/assets/',
    '/assets/deep',
    '/assets/deep/',
    '/f/assets/../index.html',
    '/f/assets/..%2findex.html',
    '/f/assets/link-4.js',
  ]
  expect(await all(found)).toEqual(found.map((path) => [path, 200]))
  expect(await statusOf(port, '/c')).toEqual(['/c', 302])
  expect(await all(missing)).toEqual(missing.map((path) => [path, 404]))
})

test('every page and file comes with a policy: no frame, no base, no script inside', async () => {
  const port = await givenPages()
  for (const path of ['/', '/surveys/1', '/f/s1', '/assets/app-1.js']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    const policy = headers.get('content-security-policy')
    expect(policy, path).toMatch(/^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none'/)
    expect(policy, path).not.toMatch(/unsafe|script-src [^;]*nonce/)
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'same-origin'])
  }
})

test('every place of the page is filled in, and the highest amounts are among them', () => {
  const index = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8')
  const page = filledIn(index, 'n', {
    hasPasskeys: true,
    ...parseSettings({ MAX_AMOUNT: 'MZN:500' }),
    demoUsers: ['admin', 'auditor'],
    brand: noBrand,
  })
  expect(page).not.toMatch(/__[A-Z_]+__/)
  expect(page).toContain('<meta name="canvass-highest" content="{&quot;MZN&quot;:50000}" />')
  expect(page).toContain('<meta name="canvass-demo-users" content="admin, auditor" />')
})

function basemapOf({ tileBytes }: { tileBytes: number }): Buffer {
  const head = Buffer.alloc(127)
  head.write('PMTiles\u0003')
  head.writeBigUInt64LE(127n, 56)
  head.writeBigUInt64LE(BigInt(tileBytes), 64)
  return Buffer.concat([head, Buffer.alloc(100, 7)])
}

const page = async (port: number, path: string, headers = {}) => fetch(`http://localhost:${port}${path}`, { headers })

test('a map in the data directory is read by ranges; one that is cut short is left out', async () => {
  const port = await givenPages(basemapOf({ tileBytes: 100 }))
  expect(await (await page(port, '/surveys')).text()).toContain('/map.pmtiles')
  const part = await page(port, '/map.pmtiles', { range: 'bytes=0-6' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'PMTiles', 'bytes 0-6/227'])
  for (const wrong of [basemapOf({ tileBytes: 101 }), Buffer.from('PMTiles'), Buffer.alloc(300)]) {
    const without = await givenPages(wrong)
    expect(await (await page(without, '/surveys')).text()).not.toContain('pmtiles')
  }
})
