/** Pictures, sounds and films that a form shows: from the workbook to phones. */
import { expect } from 'vitest'
import { formFiles } from '#contract/form-files.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import { ask, loadForm, makeToken } from '../test/collecting-app.ts'
import { mp3, png } from '../test/given-files.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { formSheets } from './write-form.ts'

const survey: OutCell[][] = [
  [
    'type',
    'name',
    'label::English (en)',
    'label::Português (pt)',
    'media::image::English (en)',
    'media:image:pt',
    'AUDIO',
    'image::English (en)',
  ],
  ['begin_group', 'farm', 'Farm', 'Quinta', 'farm.png', null, null, 'farm.png'],
  ['select_one animals', 'animal', 'Which?', 'Qual?', 'en.png', 'pt.png', 'moo.mp3', 'other.png'],
  ['select_one yn', 'sure', 'Sure?', 'Certeza?', null, null, null],
  ['end_group', null, null, null, null, null, null],
]
const choices: OutCell[][] = [
  ['list_name', 'name', 'label::English (en)', 'Image', 'big-image', 'media::video'],
  ['animals', 'goat', 'Goat', 'goat.png', 'goat-big.png', null],
  ['animals', 'hen', 'Hen', null, null, 'hen.mp4'],
  ['yn', 'yes', 'Yes', 'thumb.png', null, null],
  ['yn', 'no', 'No', null, null, null],
]

function read(sheets: Record<string, OutCell[][]>) {
  const report = new Report()
  const cells = new Map(Object.entries(sheets)) as Parameters<typeof readForm>[0]
  return { ...readForm(cells, { report, fallbackTitle: 'Farm' }), remarks: report.remarks }
}

test('media columns in any spelling are what a section, question or option shows', () => {
  const { content, remarks } = read({ survey, choices })
  const [section] = content.sections
  expect(section?.media).toEqual({ image: { en: 'farm.png' } })
  const [animal, sure] = section?.questions ?? []
  expect(animal?.media).toEqual({ image: { en: 'en.png', pt: 'pt.png' }, audio: { en: 'moo.mp3' } })
  const shown = { image: { en: 'goat.png' }, 'big-image': { en: 'goat-big.png' } }
  expect(animal?.answers.map(({ media }) => media)).toEqual([shown, { video: { en: 'hen.mp4' } }])
  // Plain yes and no would have lost the picture.
  expect([sure?.type, sure?.answers[0]?.media]).toEqual(['SINGLE', { image: { en: 'thumb.png' } }])
  // One column in two spellings says two things.
  expect(remarks.filter(({ code }) => /^(CELL|COLUMN)_/.test(code))).toMatchObject([{ cell: 'H3', value: 'other.png' }])
  const again = formSheets({ title: 'Farm', id: 'farm', version: 1, content })
  const [first] = again.find(({ name }) => name === 'survey')?.rows ?? []
  expect(first).toContain('media::image::Portuguese (pt)')
  const { content: back } = read(Object.fromEntries(again.map(({ name, rows }) => [name, rows])))
  expect(back).toEqual(content)
})

test('media go to apps by name once all files are there, and to visitors with the form', async ({
  given,
  as,
  server,
}) => {
  const staff = as(await given.admin())
  const sheets = Object.entries({ survey, choices }).map(([name, rows]) => ({ name, rows, columns: [], headings: 1 }))
  const file = { name: 'farm.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets, names: {} })) }
  const { data: read } = await staff.call(formFiles.import, { file, query: { confirm: 'true' } })
  const { id = 0, encodedId = '' } = read.survey ?? {}
  const add = (name: string, bytes: Buffer) => staff.call(surveyFiles.upload, { params: { id }, file: { name, bytes } })
  const publish = () => staff.call(surveys.publish, { params: { surveyId: id } })
  const missing = async () => (await refusalOf(publish())).errors.map(({ path, code }) => `${path} ${code}`)
  expect(await missing()).toEqual([
    'sections[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].answers[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].answers[0].media LIST_FILE_MISSING',
    'sections[0].questions[0].answers[1].media LIST_FILE_MISSING',
    'sections[0].questions[1].answers[0].media LIST_FILE_MISSING',
  ])
  for (const name of ['farm', 'en', 'pt', 'goat', 'goat-big', 'thumb']) await add(`${name}.png`, await png())
  await add('moo.mp3', mp3)
  await add('hen.mp4', Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1'))
  await publish()
  const app = { server, token: await makeToken(staff, id) }
  const { xml } = await loadForm(app)
  expect(xml).toContain(
    '<value>Which?</value><value form="image">jr://images/en.png</value><value form="audio">jr://audio/moo.mp3</value>',
  )
  expect(xml).toContain('<value>Qual?</value><value form="image">jr://images/pt.png</value>')
  expect(xml).toContain('<value form="big-image">jr://images/goat-big.png</value>')
  expect(xml).toContain('<value form="video">jr://video/hen.mp4</value>')
  const { text: manifest } = await ask(app, `/collect/forms/${encodedId}/manifest`)
  expect(manifest.match(/<filename>/g)).toHaveLength(8)
  await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const { data: form } = await as(undefined).call(surveyLinks.form, { params: { encodedId } })
  const [shown] = form.content.sections
  expect(shown?.media).toEqual({ image: { en: 'farm.png' } })
  expect(shown?.questions[0]?.answers[1]?.media).toEqual({ video: { en: 'hen.mp4' } })
  const fileId = form.content.files?.find(({ name }) => name === 'goat.png')?.id ?? 0
  const opened = await as(undefined).raw(surveyFiles.openByLink, { params: { encodedId, fileId } })
  expect(opened.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  const copy = (await staff.call(surveys.duplicate, { params: { surveyId: id } })).data
  const { sections } = (await staff.call(surveys.get, { params: { id: copy.id } })).data
  expect(sections[0]?.questions[0]?.answers[1]?.media).toEqual({ video: { en: 'hen.mp4' } })
})
