/** Texts of the house: kept in versions, safe, and used by surveys. */
import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { surveys } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { versions } from '#contract/versions.ts'
import { test, type TestApp } from '../test/with-app.ts'

const consentText = { code: 'AGREE', title: 'Consent of a household', kind: 'CONSENT' as const }

test('each save of a text keeps its author; a late second editor sees the first text', async ({ given, as, sql }) => {
  const author = await given.admin()
  const staff = as(author)
  const { data } = await staff.call(texts.create, {
    body: { ...consentText, body: { en: 'You  may *stop* at any time.\n', 'pt-br': 'Pode parar.' } },
  })
  const { id } = data
  expect(data.body).toEqual({ en: 'You may *stop* at any time.', 'pt-br': 'Pode parar.' })
  await staff.call(texts.update, { params: { id }, body: { body: { en: 'Theirs' }, version: 1 } })
  const late = staff.call(texts.update, { params: { id }, body: { body: { en: 'Mine' }, version: 1 } })
  await expect(late).rejects.toMatchObject({ code: 'STALE', data: { version: 2, body: { en: 'Theirs' } } })
  const { list, total } = await staff.call(texts.versions, { params: { id } })
  expect(total).toBe(2)
  expect(list.map(({ version, body, savedBy }) => [version, body['en'], savedBy?.id])).toEqual([
    [2, 'Theirs', author.id],
    [1, 'You may *stop* at any time.', author.id],
  ])
  await expect(sql.app.query(`update rich_text_version set body = '{"en":"other"}'`)).rejects.toThrow(/permission/)
  await staff.call(texts.remove, { params: { id } })
  await expect(staff.call(texts.versions, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a text with HTML, a picture, a bad link or no words is refused, by language', async ({ staff }) => {
  const body = {
    en: 'a <script>alert(1)</script>',
    fr: '![b](https://a.example/b.png) [c](javascript:alert(1))',
    zh: ' \n ',
  }
  await expect(staff.call(texts.create, { body: { ...consentText, body } })).rejects.toMatchObject({
    errors: [
      expect.objectContaining({ path: 'body.en', code: 'TEXT_HTML' }),
      expect.objectContaining({ path: 'body.fr', code: 'TEXT_IMAGE' }),
      expect.objectContaining({ path: 'body.fr', code: 'TEXT_LINK' }),
      expect.objectContaining({ path: 'body.zh', code: 'REQUIRED' }),
    ],
  })
  await expect(staff.call(texts.create, { body: { ...consentText, body: {} } })).rejects.toMatchObject({
    errors: [expect.objectContaining({ path: 'body', code: 'REQUIRED' })],
  })
})

let codes = 0

async function givenAsking({ given, as }: Pick<TestApp, 'given' | 'as'>) {
  const staff = as(await given.admin())
  const make = async (kind: 'CONSENT' | 'INSTRUCTIONS' | 'MESSAGE') =>
    (
      await staff.call(texts.create, {
        body: { title: kind, code: `T${(codes += 1)}_${kind}`, kind, body: { en: `${kind} 1` } },
      })
    ).data.id
  const consentTextId = await make('CONSENT')
  const closingTextId = await make('MESSAGE')
  const survey = await given.survey({ sections: [[{ code: 'name', type: 'TEXT' }]] })
  const surveyId = survey.id
  await staff.call(surveys.update, { params: { id: surveyId }, body: { consentTextId, closingTextId } })
  await staff.call(surveys.publish, { params: { surveyId } })
  await staff.call(surveyLinks.update, { params: { id: surveyId }, body: { isOn: true } })
  return { staff, survey, surveyId, consentTextId, closingTextId, params: { encodedId: survey.encodedId } }
}

test('a survey publishes its texts as they are, each in the place of its kind alone', async ({ app: house }) => {
  const { staff, surveyId, consentTextId, closingTextId, params } = await givenAsking(house)
  const swapped = staff.call(surveys.update, { params: { id: surveyId }, body: { consentTextId: closingTextId } })
  await expect(swapped).rejects.toMatchObject({ errors: [expect.objectContaining({ path: 'consentTextId' })] })
  await expect(staff.call(texts.remove, { params: { id: consentTextId } })).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { survey: 1 } },
  })
  const change = async (id: number) =>
    staff.call(texts.update, { params: { id }, body: { body: { en: 'Second words' } } })
  const shown = async () => (await house.as(undefined).call(surveyLinks.form, { params })).data.content.notices
  await change(closingTextId)
  expect(await shown()).toMatchObject({ closing: { version: 1, body: { en: 'MESSAGE 1' } } })
  const { data: fits } = await staff.call(versions.changes, { params: { surveyId } })
  expect(fits).toMatchObject({ fitsRevision: true, changes: [{ of: 'NOTICE', name: 'closing', change: 'CHANGED' }] })
  await staff.call(versions.revise, { params: { surveyId } })
  expect(await shown()).toMatchObject({ closing: { version: 2, body: { en: 'Second words' } } })
  await change(consentTextId)
  const { data: more } = await staff.call(versions.changes, { params: { surveyId } })
  expect(more.fitsRevision).toBe(false)
  const { data: copy } = await staff.call(surveys.duplicate, { params: { surveyId } })
  expect(copy).toMatchObject({ consentTextId, closingTextId, instructionsTextId: null })
})

test('every call must bring the consent that a survey asks for; files name its text', async ({ app: house }) => {
  const { staff, survey, surveyId, consentTextId, params } = await givenAsking(house)
  const anyone = house.as(undefined)
  const body = { surveyVersion: 2, clientUuid: 'agreeing', answers: { name: 'Ana' } }
  const needed = { errors: [expect.objectContaining({ path: 'consent', code: 'CONSENT_NEEDED' })] }
  await expect(anyone.call(surveyLinks.send, { params, body })).rejects.toMatchObject(needed)
  const staffBody = { surveyId, source: 'STAFF' as const, answers: { name: 'Rui' } }
  await expect(staff.call(entry.send, { body: staffBody })).rejects.toMatchObject(needed)
  const { id: participantId } = await house.given.participant()
  const made = await staff.call(surveyTokens.links, { params: { id: surveyId }, body: { participantId } })
  const own = house.as({ ...(await house.given.admin()), token: made.data.links[0]?.token ?? '' })
  await expect(own.call(entry.send, { body: { surveyId, answers: { name: 'Ivo' } } })).rejects.toMatchObject(needed)
  for (const source of ['API', undefined] as const) {
    const call = { surveyId, ...(source ? { source } : {}), answers: { name: 'Eva' } }
    await expect(staff.call(entry.send, { body: call })).rejects.toMatchObject(needed)
  }
  const consent = { at: '2026-11-20T10:00:00.000Z', language: 'en' }
  const unread = { ...body, consent: { ...consent, language: 'fr' } }
  await expect(anyone.call(surveyLinks.send, { params, body: unread })).rejects.toMatchObject({
    errors: [expect.objectContaining({ path: 'consent.language', code: 'CONSENT_LANGUAGE', names: 'en' })],
  })
  const early = { ...body, surveyVersion: 1, consent }
  await expect(anyone.call(surveyLinks.send, { params, body: early })).rejects.toMatchObject({
    errors: [expect.objectContaining({ path: 'consent', code: 'NOT_ALLOWED' })],
  })
  await anyone.call(surveyLinks.send, { params, body: { ...body, consent } })
  const [imported] = await house.given.responses(survey, 1)
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  const id = list.find(({ formKey }) => formKey === 'agreeing')?.id ?? 0
  const { data } = await staff.call(responses.get, { params: { id } })
  expect(data.consent).toEqual({
    ...consent,
    id: consentTextId,
    version: 1,
    title: 'CONSENT',
    body: { en: 'CONSENT 1' },
  })
  expect((await staff.call(responses.get, { params: { id: imported?.id ?? 0 } })).data.consent).toBeNull()
  const file = await staff.raw(excels.download, {
    query: { surveyId, format: 'csv', values: 'codes', sort: 'submittedAt' },
  })
  expect(file.bytes.toString()).toMatch(/_consentAt,_consentVersion/)
  expect(file.bytes.toString()).toMatch(/2026-11-20T10:00:00.000Z,1\r?\n/)
})
