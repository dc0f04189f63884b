/** The page of a collector: the calls that the token of an app makes from a browser. */
import { expect } from 'vitest'
import { appTokens } from '#contract/app-tokens.ts'
import { collector } from '#contract/collector.ts'
import { responses } from '#contract/responses.ts'
import { returned } from '#contract/returned.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { makeToken } from '../test/collecting-app.ts'
import { test, type TestApp } from '../test/with-app.ts'

const answers = { name: 'Ana', members: 4 }

async function givenCollector({ given, as, sql }: TestApp) {
  const owner = as(await given.admin())
  const person = await given.admin({ permissions: ['responses.enter'] })
  const survey = await given.survey()
  const hidden = await given.survey()
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [survey.id])
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [hidden.id])
  const made = (await as(person).call(appTokens.create, { body: { name: 'Phone' } })).data
  const phone = as({ ...person, token: made.token })
  const send = (more: object = {}, { encodedId } = survey) =>
    phone.call(surveyLinks.send, {
      params: { encodedId },
      body: { surveyVersion: 1, clientUuid: 'one', participantPhone: '+258847000031', answers, ...more },
    })
  return { owner, person, survey, hidden, made, phone, send }
}

test('the token of an app lists and fills in the forms of its person, links on or off', async ({ app }) => {
  const { owner, person, survey, hidden, phone, send } = await givenCollector(app)
  const { data } = await phone.call(collector.forms)
  expect(data.collector).toEqual({ key: `p${person.id}`, name: expect.any(String) })
  expect(data.forms.map(({ encodedId }) => encodedId)).toEqual([survey.encodedId])
  const params = { encodedId: survey.encodedId }
  expect((await phone.call(surveyLinks.form, { params })).data).toMatchObject({ refusal: null, surveyId: survey.id })
  await send()
  // Sent again it is the same response.
  await send()
  const { list } = await owner.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toEqual([expect.objectContaining({ source: 'API', collector: expect.stringMatching(/^Staff/) })])
  await expect(send({ clientUuid: 'two' }, hidden)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(phone.call(surveyLinks.form, { params: { encodedId: hidden.encodedId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  // It opens nothing else.
  await expect(phone.call(surveys.list)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await owner.call(surveyLife.setStatus, { params: { surveyId: survey.id }, body: { status: 'PAUSED' } })
  expect((await phone.call(collector.forms)).data.forms).toEqual([])
})

test('a collector corrects by the same token what a reviewer returned', async ({ app }) => {
  const { owner, survey, phone, send } = await givenCollector(app)
  await send()
  const { list } = await owner.call(responses.list, { query: { surveyId: survey.encodedId } })
  const params = { id: list[0]?.id ?? 0 }
  expect((await phone.call(returned.list)).list).toEqual([])
  for (const formStatus of ['IN_REVIEW', 'HAS_ISSUES'])
    await owner.call(responses.move, {
      params,
      body: { formStatus, ...(formStatus === 'HAS_ISSUES' ? { reason: 'Too few' } : {}) },
    })
  const [row] = (await phone.call(returned.list)).list
  expect(row).toMatchObject({ id: params.id, encodedId: survey.encodedId, reason: 'Too few' })
  const body = { version: row?.version, answers: { ...answers, members: 5 } }
  await phone.call(returned.correct, { params, body })
  expect((await owner.call(responses.get, { params })).data).toMatchObject({ status: 'EDITED' })
  await expect(phone.call(returned.get, { params })).rejects.toMatchObject({ code: 'NOT_RETURNED' })
})

test('a revoked token opens no call, also where strangers may', async ({ app }) => {
  const { owner, person, survey, made, phone, send } = await givenCollector(app)
  await owner.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  await app.as(person).call(appTokens.revoke, { params: { id: made.id } })
  const params = { encodedId: survey.encodedId }
  for (const call of [() => phone.call(collector.forms), () => phone.call(surveyLinks.form, { params }), () => send()])
    await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await owner.call(responses.list, { query: { surveyId: survey.encodedId } })).total).toBe(0)
})

test('the token of a survey lists that survey alone, and its phone is the collector', async ({ given, as }) => {
  const person = await given.admin()
  const survey = await given.survey()
  await given.survey()
  const phone = as({ ...person, token: await makeToken(as(person), survey.id) })
  const { data } = await phone.call(collector.forms)
  expect(data).toMatchObject({ collector: { name: 'Phone 1' }, forms: [{ encodedId: survey.encodedId }] })
  const body = { surveyVersion: 1, clientUuid: 'one', participantPhone: '+258847000032', answers }
  await phone.call(surveyLinks.send, { params: { encodedId: survey.encodedId }, body })
  const { list } = await as(person).call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toEqual([expect.objectContaining({ source: 'API', collector: 'Phone 1' })])
})
