/** What an app records beside the answers: asked of it as the form did, and kept with the response. */
import { expect } from 'vitest'
import { files } from '#contract/files.ts'
import { formFiles } from '#contract/form-files.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import { fillIn, loadForm, makeToken, send, withXml } from '../test/collecting-app.ts'
import { mp3 } from '../test/given-files.ts'
import { test } from '../test/with-app.ts'

const logging = 'location-priority=balanced location-min-interval=60 location-max-age=120 track-changes=true'
const rows: OutCell[][] = [
  ['type', 'name', 'label', 'parameters'],
  ['start-geopoint', 'begun_at', null, null],
  ['audit', null, null, logging],
  ['background-audio', 'talk', null, 'quality=voice-only'],
  ['text', 'who', 'Who?', null],
]
const log = 'event,node,start,end\nform start,,1700000000000,\n'

test('the log, the sound and the place that an app records come with the response', async ({ staff, server }) => {
  const sheet = { name: 'survey', rows, columns: [], headings: 1 }
  const file = { name: 'talk.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets: [sheet], names: {} })) }
  const { data: read } = await staff.call(formFiles.import, { file, query: { confirm: 'true' } })
  expect(read.remarks.filter(({ verdict }) => verdict === 'LEFT_OUT' || verdict === 'WRONG')).toEqual([])
  const { id = 0, encodedId = '' } = read.survey ?? {}
  await staff.call(surveys.publish, { params: { surveyId: id } })
  const app = { server, token: await makeToken(staff, id) }
  const { xml } = await loadForm(app)
  expect(xml).toContain('<meta><instanceID/><audit/></meta>')
  expect(xml).toContain(
    '<bind nodeset="/data/meta/audit" type="binary" odk:location-priority="balanced" odk:location-min-interval="60" odk:location-max-age="120" odk:track-changes="true"/>',
  )
  expect(xml).toContain('<odk:recordaudio ref="/data/talk" event="odk-instance-load" odk:quality="voice-only"/>')
  expect(xml).toContain('<odk:setgeopoint ref="/data/begun_at" event="odk-instance-first-load"/>')
  const filled = (await fillIn(xml, { who: 'Ana' })).get('xml_submission_file') as File
  const sent = (await filled.text())
    .replace(/<audit\/>|<audit><\/audit>/, '<audit>audit.csv</audit>')
    .replace(/<talk\/>|<talk><\/talk>/, '<talk>17000.mp3</talk>')
    .replace(/<begun_at\/>|<begun_at><\/begun_at>/, '<begun_at>-25.9 32.5 10 5</begun_at>')
  const form = withXml(sent)
  form.append('audit.csv', new File([log], 'audit.csv', { type: 'text/csv' }))
  form.append('17000.mp3', new File([new Uint8Array(mp3)], '17000.mp3', { type: 'audio/mpeg' }))
  for (const _ of ['first', 'again after a lost answer']) expect((await send(app, form)).status).toBe(201)
  const { list } = await staff.call(responses.list, { query: { surveyId: encodedId } })
  const { data: stored } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const { sections } = (await staff.call(surveys.get, { params: { id } })).data
  const idOf = (code: string) => questionsOf({ sections }).find((question) => question.code === code)?.id ?? 0
  expect(stored.answers).toEqual({
    [idOf('begun_at')]: { latitude: -25.9, longitude: 32.5, accuracy: 5 },
    [idOf('audit')]: { file: expect.any(Number), name: 'audit.csv' },
    [idOf('talk')]: { file: expect.any(Number), name: '17000.mp3' },
    [idOf('who')]: 'Ana',
  })
  const { [idOf('audit')]: kept } = stored.answers as Record<number, { file: number }>
  const { url } = await staff.call(files.ticket, { params: { id: kept?.file ?? 0 } })
  const opened = await staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
  expect(opened.bytes.toString()).toBe(log)
  expect(opened.headers['content-disposition']).toMatch(/^attachment; filename="audit\.csv"/)
})
