/** Files of a survey: added to the draft, kept by each version, and brought to phones. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { childOf, readXml } from '../http/read-xml.ts'
import type { Caller } from '../test/caller.ts'
import { ask, makeToken } from '../test/collecting-app.ts'
import { html, mp3, png } from '../test/given-files.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'
import { clearSurveyFiles } from './file-store.ts'

const csv = (rows: string) => Buffer.from(`name,label\n${rows}`)

async function add(staff: Caller, id: number, name: string, bytes: Buffer) {
  return (await staff.call(surveyFiles.upload, { params: { id }, file: { name, bytes } })).data
}

const draftOf = async (staff: Caller, id: number) => (await staff.call(surveys.get, { params: { id } })).data

test('a file of the draft goes into the next version, and later bytes into a later one', async ({
  given,
  as,
  server,
  sql,
  services,
}) => {
  const staff = as(await given.admin())
  const { id, encodedId } = await given.survey()
  const app = { server, token: await makeToken(staff, id) }
  const visitor = as(undefined)
  await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const byLink = (fileId: number) => visitor.raw(surveyFiles.openByLink, { params: { encodedId, fileId } })
  const [first, second] = [csv('a,Aldeia\n'), csv('b,Bairro\n')]
  const one = await add(staff, id, 'villages.csv', first)
  expect(one).toMatchObject({ name: 'villages.csv', kind: 'LIST', mime: 'text/csv', bytes: first.length })
  expect((await byLink(one.id)).status).toBe(404)
  expect(await draftOf(staff, id)).toMatchObject({ files: [one], changedSincePublish: true })
  await staff.call(surveys.publish, { params: { surveyId: id } })
  const two = await add(staff, id, 'villages.csv', second)
  const three = await add(staff, id, 'villages.csv', csv('c,Casa\n'))
  const photo = await add(staff, id, 'roof.png', await png())
  expect((await draftOf(staff, id)).files).toEqual([photo, three])
  await staff.call(surveyFiles.remove, { params: { id, fileId: photo.id } })
  expect((await byLink(one.id)).bytes.equals(first)).toBe(true)
  const { text: manifest } = await ask(app, `/collect/forms/${encodedId}/manifest`)
  const listed = childOf(readXml(manifest), 'mediaFile')
  const field = (name: string) => childOf(listed, name)?.text ?? ''
  const md5 = createHash('md5').update(first).digest('hex')
  expect([field('filename'), field('hash')]).toEqual(['villages.csv', `md5:${md5}`])
  expect((await ask(app, field('downloadUrl'))).text).toBe(first.toString())
  const stranger = { server, token: await makeToken(staff, (await given.survey()).id) }
  expect((await ask(stranger, field('downloadUrl'))).status).toBe(404)
  const copy = (await staff.call(surveys.duplicate, { params: { surveyId: id } })).data
  await clearSurveyFiles(services)
  const { rows } = await sql.owner.query('select id::int from survey_file where survey_id = $1 order by 1', [id])
  expect(rows).toEqual([{ id: one.id }, { id: three.id }])
  expect(two.id).toBeLessThan(three.id)
  const [copied] = (await draftOf(staff, copy.id)).files ?? []
  expect(copied).toMatchObject({ name: 'villages.csv', md5: three.md5 })
  await expect(sql.app.query(`update survey_file set file_id = 1`)).rejects.toThrow(/permission denied/)
  await staff.call(surveys.remove, { params: { id: copy.id } })
  await clearSurveyFiles(services)
  expect((await staff.raw(surveyFiles.open, { params: { id, fileId: three.id } })).bytes.toString()).toContain('Casa')
})

test('a file that is no list, picture, sound or video is refused', async ({ staff, given }) => {
  const { id } = await given.survey()
  const refused = async (name: string, bytes: Buffer) => (await refusalOf(add(staff, id, name, bytes))).errors
  expect(await refused('a.html', html)).toMatchObject([{ path: 'file', code: 'FILE_TYPE' }])
  expect(await refused('a.csv', await png())).toMatchObject([{ path: 'file', code: 'FILE_OTHER_TYPE' }])
  expect(await refused('a.png', mp3)).toMatchObject([{ path: 'file', code: 'FILE_OTHER_TYPE' }])
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await refused('a.svg', script)).toMatchObject([{ path: 'file', code: 'FILE_TYPE' }])
  const page = Buffer.concat([(await png()).subarray(0, 60), html])
  expect(await refused('a.png', page)).toMatchObject([{ path: 'file', code: 'FILE_BROKEN' }])
  expect((await add(staff, id, 'C:\\in\\a.mp3', mp3)).kind).toBe('MEDIA')
})
