/** The texts of a survey in another language: out as a file, in again, and away. */
import { expect } from 'vitest'
import { questions } from '#contract/questions.ts'
import { surveys } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { translations } from '#contract/translations.ts'
import { test, type TestApp } from '../test/with-app.ts'

async function translated({ given, as }: TestApp) {
  const staff = as(await given.admin())
  const survey = await given.survey({
    sections: [
      [
        { code: 'water', type: 'SINGLE', options: ['tap', 'well'] },
        { code: 'why', type: 'TEXT' },
      ],
    ],
  })
  const params = { surveyId: survey.encodedId, language: 'fr' }
  const upload = async (text: string) =>
    (await staff.call(translations.upload, { params, file: { name: 'fr.csv', bytes: Buffer.from(text) } })).data
  const content = async () => (await staff.call(surveys.get, { params: { id: survey.encodedId } })).data.sections
  return { staff, survey, params, upload, content }
}

test('a file of translations changes the texts that it names, and a blank none', async ({ app }) => {
  const { staff, params, upload, content } = await translated(app)
  const csv = 'code,target\nwater,Quelle eau ?\nwater/tap,Robinet\nWHY,\n'
  expect(await upload(csv)).toEqual({ rows: 3, changed: 2 })
  expect(await upload(csv)).toEqual({ rows: 3, changed: 0 })
  const [section] = await content()
  expect(section?.questions.map(({ text }) => text['fr'])).toEqual(['Quelle eau ?', undefined])
  expect(section?.questions[0]?.answers[0]?.text).toMatchObject({ fr: 'Robinet' })
  const { bytes } = await staff.raw(translations.download, { params })
  const again = { params, file: { name: 'fr.xlsx', bytes } }
  expect((await staff.call(translations.upload, again)).data).toEqual({ rows: 6, changed: 0 })
})

test('a file with defects is refused with the cell of each, and changes nothing', async ({ app }) => {
  const { upload, content } = await translated(app)
  const before = await content()
  await expect(upload('code,target\nwater,Eau\nrain,Pluie\nwater/tap,"Deux\nlignes"\n')).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
    data: {
      problems: [
        { cell: 'A3', code: 'UNKNOWN_REFERENCE' },
        { cell: 'B4', code: 'NOT_ONE_LINE' },
      ],
    },
  })
  expect(await content()).toEqual(before)
})

test('titles, summaries and messages are in the file, each as long as elsewhere', async ({ app }) => {
  const { staff, survey, params, upload, content } = await translated(app)
  const [id, why] = [{ id: survey.encodedId }, { id: survey.question('why').id }]
  await staff.call(surveys.update, { params: id, body: { summary: 'About water' } })
  await staff.call(questions.update, { params: why, body: { validation: { maxLength: 9, message: 'Too long' } } })
  const csv = 'code,target\nsurvey.title,Eau\nsurvey.summary,"De l’eau\nici"\nwhy.message,Trop long\n'
  expect(await upload(csv)).toEqual({ rows: 3, changed: 3 })
  const { title, texts } = (await staff.call(surveys.get, { params: id })).data
  expect([texts.title['fr'], texts.summary, texts.description]).toEqual([
    'Eau',
    { en: 'About water', fr: 'De l’eau\nici' },
    null,
  ])
  expect(title).not.toBe('Eau')
  const validation = { maxLength: 9, message: { en: 'Too long', fr: 'Trop long' } }
  expect((await content())[0]?.questions[1]).toMatchObject({ validation })
  await expect(upload(`code,target\nsurvey.title,${'x'.repeat(201)}\n`)).rejects.toMatchObject({
    data: { problems: [{ cell: 'B2', code: 'TOO_LONG', limit: 200 }] },
  })
  expect((await staff.call(translations.remove, { params })).data).toEqual({ changed: 3 })
  expect((await content())[0]?.questions[1]?.validation).toEqual({ maxLength: 9, message: { en: 'Too long' } })
})

test('a chosen language stays without a text, until it is taken away', async ({ app }) => {
  const { staff, survey, params } = await translated(app)
  const id = { id: survey.encodedId }
  const chosen = async () => (await staff.call(surveys.get, { params: id })).data.languages
  await staff.call(surveys.update, { params: id, body: { languages: ['fr', 'tet'] } })
  expect(await chosen()).toEqual(['fr', 'tet'])
  await staff.call(translations.remove, { params })
  expect(await chosen()).toEqual(['tet'])
  expect((await staff.call(surveys.duplicate, { params: { surveyId: survey.encodedId } })).data).toMatchObject({
    languages: ['tet'],
  })
  await expect(staff.call(surveys.update, { params: id, body: { languages: ['Tetun'] } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'languages[0]' }],
  })
})

test('a language goes with all of its texts, unless a text is in no other', async ({ app }) => {
  const { staff, survey, params, upload, content } = await translated(app)
  await upload('code,target\nwater,Eau\nwater/tap,Robinet\n')
  expect((await staff.call(translations.remove, { params })).data).toEqual({ changed: 2 })
  expect(JSON.stringify(await content())).not.toContain('"fr"')
  const question = survey.question('why')
  await staff.call(questions.update, { params: { id: question.id }, body: { text: { fr: 'Pourquoi ?' } } })
  await expect(staff.call(translations.remove, { params })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'language', code: 'ONLY_LANGUAGE' }],
  })
})

test('the consent is in the file for whom may write texts, and outlives a language', async ({ app }) => {
  const { staff, survey, params, upload } = await translated(app)
  const kept = { title: 'Consent', code: 'AGREE', kind: 'CONSENT', body: { en: '**Do you agree?**' } } as const
  const text = { id: (await staff.call(texts.create, { body: kept })).data.id }
  await staff.call(surveys.update, { params: { id: survey.encodedId }, body: { consentTextId: text.id } })
  const file = { name: 'fr.csv', bytes: Buffer.from('code,target\nsurvey.consent,"Oui,\n\n* un"\n') }
  const narrow = app.as(await app.given.admin({ permissions: ['surveys.read', 'surveys.write', 'surveys.all'] }))
  const refused = { code: 'FORBIDDEN', data: { needs: 'texts.write' } }
  await expect(narrow.call(translations.upload, { params, file })).rejects.toMatchObject(refused)
  expect((await staff.call(translations.upload, { params, file })).data).toEqual({ rows: 1, changed: 1 })
  const body = { en: '**Do you agree?**', fr: 'Oui,\n\n- un' }
  expect((await staff.call(texts.get, { params: text })).data).toMatchObject({ body, version: 2 })
  await expect(upload('code,target\nsurvey.consent,[x](javascript:y)\n')).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
  })
  expect((await staff.call(translations.remove, { params })).data).toEqual({ changed: 0 })
  expect((await staff.call(texts.get, { params: text })).data.body).toEqual(body)
})
