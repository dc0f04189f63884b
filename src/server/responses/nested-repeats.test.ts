/** Repetitions inside of others go through the house: from an app, to the response, a file and the feed. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { sections } from '#contract/sections.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { surveys } from '#contract/surveys.ts'
import { fillIn, loadForm, makeToken, send } from '../test/collecting-app.ts'
import type { SurveySpec } from '../test/given-survey.ts'
import { test } from '../test/with-app.ts'

const farm: NonNullable<SurveySpec['sections']> = [
  [{ code: 'village', type: 'TEXT' }],
  {
    repeat: { max: 4 },
    asks: [
      { code: 'field', type: 'TEXT' },
      { code: 'crops', type: 'INTEGER', validation: { min: 0, max: 3 } },
    ],
  },
  {
    repeat: { max: 3, depth: 2, countCode: 'crops' },
    asks: [
      { code: 'crop', type: 'TEXT', required: true },
      { code: 'bags', type: 'INTEGER' },
    ],
  },
  [{ code: 'all_bags', type: 'INTEGER', calculation: 'sum(bags)' }],
]

test('what an app sends of crops in fields is stored, and leaves by each field', async ({ staff, given, server }) => {
  const survey = await given.survey({ sections: farm })
  const app = { server, token: await makeToken(staff, survey.id) }
  const { xml } = await loadForm(app)
  const answers = {
    village: 'Godo',
    'field.1': 'River',
    'crops.1': '2',
    'field.2': 'Hill',
    'crops.2': '1',
    'crop.1.1': 'maize',
    'bags.1.1': '4',
    'crop.1.2': 'rye',
    'crop.2.1': 'fig',
    'bags.2.1': '3',
  }
  expect((await send(app, await fillIn(xml, answers, { section_2: 2 }))).status).toBe(201)
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  const { data: stored } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const id = (code: string) => survey.question(code).id
  const fields = survey.content.sections[1]
  expect(stored.answers).toMatchObject({
    [`s${fields?.id}`]: 2,
    [`${id('crop')}.1.1`]: 'maize',
    [`${id('crop')}.1.2`]: 'rye',
    [`${id('bags')}.2.1`]: 3,
    [id('all_bags')]: 7,
  })

  const params = { id: survey.id }
  const { data: token } = await staff.call(surveyTokens.create, { params, body: { kind: 'READ', name: 'Excel' } })
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token.token}` }
    const { body } = await server.inject({ url: `/odata/${survey.id}/${path}`, headers })
    return body.startsWith('{') ? (JSON.parse(body) as { value: Record<string, unknown>[] }).value : body
  }
  const number = stored.id
  const rows = [
    { __id: `${number}.1.1`, __outer_id: `${number}.1`, _outerRepetition: '1', _repetition: 1, crop: 'maize' },
    { __id: `${number}.1.2`, __outer_id: `${number}.1`, _outerRepetition: '1', _repetition: 2, crop: 'rye' },
    { __id: `${number}.2.1`, __outer_id: `${number}.2`, _outerRepetition: '2', _repetition: 1, crop: 'fig' },
  ]
  expect(await ask('Responses_Section_3')).toMatchObject(rows)
  expect(await ask('Responses?$expand=*')).toMatchObject([{ Section_3: rows }])
  expect(await ask('Responses_Section_2')).toMatchObject([{ __id: `${number}.1` }, { __id: `${number}.2` }])
  expect(await ask('$metadata')).toContain('<Property Name="__outer_id" Type="Edm.String" Nullable="false"/>')
})

test('answers by the API are refused by the key of their repetition', async ({ staff, given }) => {
  const survey = await given.survey({ sections: farm })
  const fields = `s${survey.content.sections[1]?.id}`
  const send = (answers: Record<string, unknown>) =>
    staff.call(entry.send, { body: { surveyId: survey.id, participantPhone: '+258841234567', answers } })
  await expect(send({ [fields]: 1, 'crops.1': 2, 'crop.1.1': 'rye', 'crop.2.1': 'fig' })).rejects.toMatchObject({
    errors: [
      { path: 'answers.crop.1.2', code: 'REQUIRED' },
      { path: 'answers.crop.2.1', code: 'NOT_ASKED' },
    ],
  })
  await send({ [fields]: 1, 'crops.1': 1, 'crop.1.1': 'rye' })
})

test('a section is put inside of the one before it, and of no other', async ({ staff, given, sql }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: farm })
  const [, fields, crops, last] = survey.content.sections.map(({ id }) => id)
  const put = (id = 0, repeat: unknown) => staff.call(sections.update, { params: { id }, body: { repeat } })
  const outside = { errors: [{ path: 'repeat.depth', code: 'REPEAT_OUTSIDE' }] }
  await expect(put(last, { max: 3, depth: 3 })).resolves.toMatchObject({ data: { repeat: { depth: 3 } } })
  await expect(put(crops, { max: 3, depth: 3 })).rejects.toMatchObject(outside)
  await expect(put(fields, { max: 3, depth: 2 })).rejects.toMatchObject(outside)
  await expect(put(fields, { max: 3, depth: 6 })).rejects.toMatchObject({ errors: [{ code: 'TOO_BIG' }] })
  const { data: copy } = await staff.call(surveys.duplicate, { params: { surveyId: survey.encodedId } })
  const read = await staff.call(surveys.get, { params: { id: copy.id } })
  expect(read.data.sections.map(({ repeat }) => repeat?.depth)).toEqual([undefined, undefined, 2, 3])
  for (const depth of ['6', '0', '"2"', 'true'])
    await expect(
      sql.owner.query('update section set repeat = $1::jsonb where id = $2', [`{"max": 3, "depth": ${depth}}`, fields]),
    ).rejects.toThrow('section_repeat')
})
