/** The files of answers as an archive: those of the filter, without the personal ones, by question and response. */
import { inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { excels } from '#contract/downloads.ts'
import { entry } from '#contract/entry.ts'
import { jobKinds } from '../../app.ts'
import { inspectZip } from '../../excel/zip-guard.ts'
import { givenWorker } from '../../jobs/test/given-job.ts'
import type { Caller } from '../../test/caller.ts'
import { mp3, png } from '../../test/given-files.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { exportedFile } from '../../test/read-export.ts'
import { test, type TestApp } from '../../test/with-app.ts'

const sections = [
  [
    { code: 'photo', type: 'IMAGE' },
    { code: 'sound', type: 'AUDIO', personal: true },
  ],
] as const

const givenSurvey = ({ given }: TestApp) => given.survey({ sections: sections.map((section) => [...section]) })

async function answer(
  staff: Caller,
  { id: surveyId }: GivenSurvey,
  question: string,
  file: { name: string; bytes: Buffer },
) {
  const { data } = await staff.call(attachments.upload, { params: { surveyId }, query: { question }, file })
  return { file: data.file, name: file.name }
}

async function send(staff: Caller, { id: surveyId }: GivenSurvey, clientUuid: string, answers: object) {
  return (await staff.call(entry.send, { body: { surveyId, clientUuid, answers } })).data
}

function unzipped(bytes: Buffer): Record<string, Buffer> {
  const entries = inspectZip(bytes, { entries: 100, unpackedBytes: 1e7, growth: 1000, freeBytes: 1e7 })
  if (typeof entries === 'string') throw new Error(entries)
  return Object.fromEntries(entries.map(({ name, packed }) => [name, inflateRawSync(packed)]))
}

/** With `N` for the number of each file. */
function numberless(files: Record<string, Buffer>): Record<string, Buffer> {
  const entries = Object.entries(files)
  return Object.fromEntries(entries.map(([path, bytes]) => [path.replace(/(\/house-\d)-\d+-/, '$1-N-'), bytes]))
}

test('an archive holds files by question and response, personal ones for their readers', async ({ app }) => {
  const { as, given } = app
  const person = await given.admin()
  const staff = as(person)
  const survey = await givenSurvey(app)
  const [roof, door] = [await png(1), await png(2)]
  await send(staff, survey, 'house/1', {
    photo: await answer(staff, survey, 'photo', { name: 'télhado.png', bytes: roof }),
    sound: await answer(staff, survey, 'sound', { name: 'a.mp3', bytes: mp3 }),
  })
  const second = await answer(staff, survey, 'photo', { name: 'door.png', bytes: door })
  await send(staff, survey, 'house-2', { photo: { ...second, name: '../../door.png' } })
  const query = { surveyId: survey.id, format: 'zip' }
  const { bytes, headers } = await staff.raw(excels.download, { query })
  expect(headers).toMatchObject({ 'content-type': 'application/zip' })
  const whole = {
    'photo/house-1-N-télhado.png': roof,
    'photo/house-2-N-door.png': door,
    'sound/house-1-N-a.mp3': mp3,
  }
  expect(numberless(unzipped(bytes))).toEqual(whole)
  const table = await staff.raw(excels.download, { query: { ...query, format: 'csv', values: 'codes' } })
  for (const path of Object.keys(unzipped(bytes))) expect(table.bytes.toString('utf8')).toContain(path)
  const found = await staff.raw(excels.download, { query: { ...query, q: 'house-2' } })
  expect(Object.keys(numberless(unzipped(found.bytes)))).toEqual(['photo/house-2-N-door.png'])
  const withoutPersonal = as(await given.admin({ permissions: ['responses.export', 'surveys.all'] }))
  const open = unzipped((await withoutPersonal.raw(excels.download, { query })).bytes)
  expect(Object.keys(numberless(open)).sort()).toEqual(['photo/house-1-N-télhado.png', 'photo/house-2-N-door.png'])
  givenWorker(app, jobKinds)
  expect(numberless(unzipped(await exportedFile(app, person, excels.start, query)))).toEqual(whole)
})

test('two files with one name get their own names, and a foreign file has no place', async ({ staff, app }) => {
  const [survey, other] = [await givenSurvey(app), await givenSurvey(app)]
  const [one, two] = [await png(3), await png(4)]
  const foreign = await answer(staff, other, 'photo', { name: 'x.png', bytes: one })
  await send(staff, other, 'other', { photo: foreign })
  await send(staff, survey, 'a', { photo: await answer(staff, survey, 'photo', { name: 'b-c.png', bytes: one }) })
  await send(staff, survey, 'a-b', { photo: await answer(staff, survey, 'photo', { name: 'c.png', bytes: two }) })
  const { id } = await send(staff, survey, 'made-up', {})
  await app.sql.owner.query(`update form_doc set answers = jsonb_build_object($2::text, $3::jsonb) where id = $1`, [
    id,
    survey.question('photo').id,
    JSON.stringify(foreign),
  ])
  const { bytes } = await staff.raw(excels.download, { query: { surveyId: survey.id, format: 'zip' } })
  const files = unzipped(bytes)
  expect(Object.keys(files)).toHaveLength(2)
  await expect(staff.call(excels.download, { query: { format: 'zip' } })).rejects.toMatchObject({
    errors: [{ path: 'surveyId', code: 'REQUIRED' }],
  })
})

test('each repetition of a section has its own file, which no other one takes', async ({ staff, app }) => {
  const survey = await app.given.survey({
    sections: [
      [{ code: 'rooms', type: 'INTEGER' }],
      { repeat: { max: 3, countCode: 'rooms' }, asks: [{ code: 'door', type: 'IMAGE' }] },
    ],
  })
  const [one, two] = [await png(21), await png(22)]
  const first = await answer(staff, survey, 'door', { name: 'a.png', bytes: one })
  const second = await answer(staff, survey, 'door', { name: 'a.png', bytes: two })
  const twice = send(staff, survey, 'twice', { rooms: 2, 'door.1': first, 'door.2': first })
  await expect(twice).rejects.toMatchObject({ errors: [{ path: 'answers.door.2', code: 'FILE_TAKEN' }] })
  await send(staff, survey, 'house', { rooms: 2, 'door.1': first, 'door.2': second })
  const { bytes } = await staff.raw(excels.download, { query: { surveyId: survey.id, format: 'zip' } })
  expect(numberless(unzipped(bytes))).toEqual({ 'door/house-1-N-a.png': one, 'door/house-2-N-a.png': two })
})
