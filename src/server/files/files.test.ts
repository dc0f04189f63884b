/** Stored files outlive the power, and what the disk lost is said as such. */
import fs, { fstatSync, statSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { files } from '#contract/files.ts'
import { mp3 } from '../test/given-files.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { checkFiles } from './check-files.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function storedSound({ given, as, services }: TestApp, end: string) {
  const staff = as(await given.admin())
  const { id } = await given.survey({ sections: [[{ code: 'sound', type: 'AUDIO' }]] })
  const bytes = Buffer.concat([mp3, Buffer.from(end)])
  const store = async () => {
    const file = { name: 'a.mp3', bytes }
    return (await staff.call(attachments.upload, { params: { surveyId: id }, query: { question: 'sound' }, file })).data
  }
  const name = createHash('sha256').update(bytes).digest('hex')
  return { staff, store, name, path: join(services.settings.dataDir, 'files', name.slice(0, 2), name) }
}

/** The files and folders that are flushed from now on, by their number on disk. */
async function flushedNow(): Promise<Set<number>> {
  const flushed = new Set<number>()
  const { fsync } = fs
  vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
    flushed.add(fstatSync(fd).ino)
    fsync(fd, done)
  })
  const handle = await open('.')
  const proto = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  vi.spyOn(proto, 'sync').mockImplementation(function (this: typeof handle) {
    flushed.add(fstatSync(this.fd).ino)
    return this.datasync()
  })
  return flushed
}

// Where folders can be opened.
test.skipIf(process.platform === 'win32')(
  'a file is flushed with its name before its sender hears that it is stored',
  async ({ app }) => {
    const { store, path } = await storedSound(app, 'flushed')
    const flushed = await flushedNow()
    await store()
    const places = [path, dirname(path), dirname(dirname(path))]
    expect(places.map((place) => flushed.has(statSync(place).ino))).toEqual([true, true, true])
  },
)

test('a file that the disk lost is reported, and its ticket works once it is back', async ({ app }) => {
  const { staff, store, path } = await storedSound(app, 'lost')
  const { file: id } = await store()
  const { url } = await staff.call(files.ticket, { params: { id } })
  const opened = () => app.as(undefined).raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
  await rename(path, `${path}.away`)
  const lost = await opened()
  expect([lost.status, JSON.parse(lost.bytes.toString())]).toMatchObject([410, { success: false, code: 'FILE_GONE' }])
  await rename(`${path}.away`, path)
  expect((await opened()).status).toBe(200)
  expect((await opened()).status).toBe(404)
})

test('the check of files finds bytes that are missing, cut, changed or without a row', async ({ app }) => {
  const { services } = app
  const check = (reads: boolean) => checkFiles(services.database.db, services.files, { reads })
  const before = await check(true)
  expect(before.wrong).toEqual([])
  const [missing, cut, changed] = [
    await storedSound(app, 'missing'),
    await storedSound(app, 'cut'),
    await storedSound(app, 'changed'),
  ]
  const ids = [(await missing.store()).file, (await cut.store()).file, (await changed.store()).file]
  expect(await check(true)).toEqual({ files: before.files + 3, wrong: [], strays: before.strays })
  await rm(missing.path)
  await writeFile(cut.path, mp3)
  await writeFile(changed.path, Buffer.concat([mp3, Buffer.from('Changed')]))
  expect((await check(true)).wrong).toEqual([
    { id: ids[0], sha256: missing.name, what: 'MISSING' },
    { id: ids[1], sha256: cut.name, what: 'OTHER_SIZE' },
    { id: ids[2], sha256: changed.name, what: 'OTHER_CONTENT' },
  ])
  expect((await check(false)).wrong).toHaveLength(2)
  const stray = createHash('sha256').update('stray').digest()
  await services.files.put(stray, Buffer.from('stray'))
  expect((await check(false)).strays).toEqual([...before.strays, stray.toString('hex')].toSorted())
})
