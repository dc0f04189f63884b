/** Stored files on a real S3 of another maker: OpenStack Swift (apt: swift-proxy swift-account swift-container swift-object). */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { files } from '#contract/files.ts'
import { buildApp } from '#server/app.ts'
import { checkFiles } from '#server/files/check-files.ts'
import { type FileStore, openFileStore } from '#server/files/file-store.ts'
import { openFolder } from '#server/files/folder.ts'
import { moveContents } from '#server/files/move-contents.ts'
import { openBucket } from '#server/files/s3.ts'
import { caller } from '#server/test/caller.ts'
import { mp3 } from '#server/test/given-files.ts'
import { test } from '#server/test/with-app.ts'
import { hasSwift, startSwift, type Swift } from './swift.ts'

const isHere = hasSwift()
if (!isHere) console.log('Left out: files on S3 (apt install swift-proxy swift-account swift-container swift-object)')
let swift: Swift
let dataDir: string
let store: FileStore
const told: string[] = []
const tell = (line: string) => void told.push(line)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canvass-s3-'))
  if (!isHere) return
  swift = await startSwift()
  store = await openFileStore({ dataDir, s3: swift.settings })
})
afterAll(async () => {
  await swift?.[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const sound = (end: string) => Buffer.concat([mp3, Buffer.from(end)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

test.skipIf(!isHere)('contents of any size come back from S3 as they were, and go', async () => {
  for (const size of [1, 8_388_608, 20_000_000]) {
    const bytes = randomBytes(size)
    await store.put(hashOf(bytes), bytes)
    await store.put(hashOf(bytes), bytes)
    expect(await store.sizeOf(hashOf(bytes))).toBe(size)
    expect(hashOf(await whole(await store.read(hashOf(bytes)))).equals(hashOf(bytes))).toBe(true)
    await store.remove(hashOf(bytes))
    await store.remove(hashOf(bytes))
    await expect(store.read(hashOf(bytes))).rejects.toMatchObject({ code: 'FILE_GONE' })
  }
  const left: Buffer[] = []
  for await (const hashes of store.stored()) left.push(...hashes)
  expect(left).toEqual([])
  expect(await store.spooled()).toEqual([])
})

test.skipIf(!isHere)('a start with a wrong secret or bucket ends with one clear line', async () => {
  const wrong = openBucket({ ...swift.settings, secret: 'other' }, tell)
  await expect(wrong).rejects.toThrow(/S3_BUCKET canvass at .* answers 403 SignatureDoesNotMatch/)
  await expect(openBucket({ ...swift.settings, bucket: 'other' }, tell)).rejects.toThrow('answers 404 NoSuchBucket')
})

test.skipIf(!isHere)(
  'while S3 is away uploads are refused with 503, nothing is lost, and work goes on by itself',
  async ({ services, given }) => {
    const onS3 = await openFileStore({ dataDir, s3: swift.settings }, tell)
    const server = await buildApp({ ...services, files: onS3 })
    const staff = caller(server, (await given.admin()).token)
    const { id } = await given.survey({ sections: [[{ code: 'sound', type: 'AUDIO' }]] })
    const send = (end: string) =>
      staff.raw(attachments.upload, {
        params: { surveyId: id },
        query: { question: 'sound' },
        file: { name: 'a.mp3', bytes: sound(end) },
      })
    const kept = await send('before')
    expect(kept.status).toBe(201)
    const { data } = JSON.parse(kept.bytes.toString()) as { data: { file: number } }
    const { url } = (await staff.call(files.ticket, { params: { id: data.file } })).data
    const open = () => server.inject(url)
    await swift.leave()
    const first = performance.now()
    const refused = await send('away')
    const later = await send('away')
    expect([refused.status, later.status, (await open()).statusCode]).toEqual([503, 503, 503])
    expect((await open()).headers['retry-after']).toBe('5')
    // Those that follow do not wait, and hold no connection of the database.
    expect(performance.now() - first).toBeLessThan(8000)
    await swift.comeBack()
    await expect.poll(async () => (await send('away')).status, { timeout: 20_000 }).toBe(201)
    expect((await open()).rawPayload.equals(sound('before'))).toBe(true)
    expect((await open()).statusCode).toBe(404)
    expect(told.map((line) => line.replace(/http:\S+/, 'S3'))).toEqual([
      'Files at S3 cannot be reached: ECONNREFUSED',
      'Files at S3 are there again',
    ])
    const { db } = services.database
    expect(await checkFiles(db, onS3, { reads: true })).toEqual({ files: 2, wrong: [], strays: [] })
    await server.close()
  },
)

test.skipIf(!isHere)(
  'files move from a folder to S3 and back, go on where they broke off, and are compared',
  async () => {
    const folder = await openFolder(join(dataDir, 'from'))
    const bucket = await openBucket(swift.settings, tell)
    const spool = await openFileStore({ dataDir })
    const contents = [randomBytes(9_000_000), randomBytes(100), randomBytes(2000)]
    for (const bytes of contents) {
      await writeFile(spool.spoolPath('one'), bytes)
      await folder.adopt(spool.spoolPath('one'), hashOf(bytes))
    }
    const changed = hashOf(contents[2] ?? Buffer.alloc(0)).toString('hex')
    await writeFile(join(dataDir, 'from', changed.slice(0, 2), changed), 'changed')
    const [one = Buffer.alloc(0)] = contents
    await bucket.stage(
      join(dataDir, 'from', hashOf(one).toString('hex').slice(0, 2), hashOf(one).toString('hex')),
      hashOf(one),
    )
    const there = await moveContents({ from: folder, to: bucket, spool })
    expect(there).toEqual({ moved: 1, before: 1, wrong: [changed] })
    const back = await openFolder(join(dataDir, 'back'))
    await moveContents({ from: bucket, to: back, spool })
    for (const bytes of contents.slice(0, 2)) {
      const read = await back.read(hashOf(bytes))
      expect(read && hashOf(await whole(read)).equals(hashOf(bytes))).toBe(true)
    }
    expect(await spool.spooled()).toEqual([])
  },
)
