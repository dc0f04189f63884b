/** Forms that were corrected in their app: each corrects its response, whichever of the two comes first. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { payments } from '#contract/payments.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { fillIn, loadForm, makeToken, send, withXml } from '../test/collecting-app.ts'
import { png } from '../test/given-files.ts'
import type { SurveySpec } from '../test/given-survey.ts'
import { surveyState } from '../test/survey-state.ts'
import type { TestApp } from '../test/with-app.ts'
import { test } from '../test/with-app.ts'
import { childOf, readXml } from '../http/read-xml.ts'
import { eraseParticipant } from '../test/erase-participant.ts'

const phone = '+258847000041'
const corrected = '+258847000042'

/** A survey with an app, and its form as it is first filled in. */
async function givenForm(house: TestApp, spec: SurveySpec = {}, answers = { name: 'Ana', members: '4', phone }) {
  const staff = house.as(await house.given.admin())
  const survey = await house.given.survey(spec)
  const app = { server: house.server, token: await makeToken(staff, survey.id) }
  const data = await fillIn((await loadForm(app)).xml, answers)
  const first = await (data.get('xml_submission_file') as File).text()
  const post = async (xml: string) => {
    const { status, text } = await send(app, withXml(xml))
    return [status, childOf(readXml(text), 'message')?.text]
  }
  const stored = async () => (await staff.call(responses.list, { query: { surveyId: survey.encodedId } })).list
  const only = async () => {
    const [row, ...more] = await stored()
    if (!row || more.length > 0) throw new Error(`${more.length + 1} responses`)
    return (await staff.call(responses.get, { params: { id: row.id } })).data
  }
  const changes = async (id: number) => (await staff.call(responseEdits.changes, { params: { id } })).list
  const owed = async () => (await surveyState(house, survey.id))?.owed
  const approve = (id: number) => staff.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } })
  return { staff, survey, app, first, post, stored, only, changes, owed, approve }
}

async function picture(name: string, red: number): Promise<File> {
  return new File([new Uint8Array(await png(red))], name, { type: 'image/png' })
}

const nameIn = (xml: string) => /instanceID>([^<]+)</.exec(xml)?.[1] ?? ''

/** As Collect sends it: under a name of its own, with that of the form before. */
function correctionOf(xml: string, ...replaced: [from: string, to: string][]): string {
  const before = nameIn(xml)
  const [prefix = ''] = /<(?:\w+:)?(?=instanceID)/.exec(xml) ?? []
  const [, ns = ''] = /<(\w+:)?/.exec(prefix) ?? []
  const meta = `<${ns}deprecatedID>${before}</${ns}deprecatedID><${ns}instanceID>uuid:${randomUUID()}<`
  return replaced
    .reduce((text, [from, to]) => text.replace(from, to), xml)
    .replace(/<(\w+:)?deprecatedID>[^<]*<\/(\w+:)?deprecatedID>/, '')
    .replace(/<(\w+:)?instanceID>[^<]*</, meta)
}

test('A form corrected in its app corrects its response, with history and one payment', async ({ app: house }) => {
  const { staff, survey, first, post, only, changes, owed, approve } = await givenForm(house, { amount: '50.00' })
  const second = correctionOf(first, ['>4<', '>5<'], [phone, corrected])
  const third = correctionOf(second, ['>5<', '>6<'])
  expect((await post(first))[0]).toBe(201)
  const { id } = await only()
  await approve(id)
  for (const xml of [second, second, third, second, first]) expect((await post(xml))[0]).toBe(201)
  const now = await only()
  expect(now).toMatchObject({ id, status: 'EDITED', phone: corrected, formKey: nameIn(first), collector: 'Phone 1' })
  const members = String(survey.question('members').id)
  expect(now.answers[members]).toBe(6)
  expect(await changes(id)).toMatchObject([
    { key: members, before: 5, after: 6, by: 'Phone 1', source: 'EDIT' },
    { key: members, before: 4, after: 5, by: 'Phone 1' },
  ])
  const { data: timeline } = await staff.call(responseTimeline, { params: { id } })
  expect(timeline.moments.filter(({ event }) => event === 'EDITED')).toMatchObject([
    { by: 'Phone 1' },
    { by: 'Phone 1' },
  ])
  expect(await owed()).toEqual({ CANCELLED: 1 })
  await approve(id)
  expect(await owed()).toEqual({ CANCELLED: 1, ELIGIBLE: 1 })
  expect(await post(second.replace('>5<', '>9<'))).toEqual([409, expect.stringContaining('stored already')])
})

test('A correction after the payment is approved is refused, and nothing changes', async ({ app: house }) => {
  const { first, post, only, owed, approve } = await givenForm(house, { amount: '50.00' })
  await post(first)
  const { id } = await only()
  await approve(id)
  const body = { locationIds: [id] }
  await house.as(await house.given.admin()).call(payments.bulkInitiate, { body })
  await house.as(await house.given.admin()).call(payments.bulkApprove, { body })
  const before = await only()
  expect(await post(correctionOf(first, [phone, corrected]))).toEqual([
    409,
    expect.stringContaining('payment of this response is already approved'),
  ])
  expect(await only()).toEqual(before)
  expect(await owed()).toEqual({ APPROVED: 1 })
})

test('A correction that comes before its form is the response; the form adds no second', async ({ app: house }) => {
  const { first, post, only } = await givenForm(house)
  const second = correctionOf(first, [phone, corrected])
  const third = correctionOf(second, ['>4<', '>6<'])
  for (const xml of [third, second, first, third]) expect((await post(xml))[0]).toBe(201)
  expect(await only()).toMatchObject({ formKey: nameIn(third), phone: corrected, status: 'RECEIVED' })
  await post(correctionOf(first, [phone, corrected]))
  expect((await only()).formKey).toBe(nameIn(third))
})

test('A form and its corrections at the same moment become one response', async ({ app: house }) => {
  const { first, post, only } = await givenForm(house)
  const second = correctionOf(first, [phone, corrected])
  const answered = await Promise.all([first, second, first, second].map(post))
  expect(answered.map(([status]) => status)).toEqual([201, 201, 201, 201])
  expect(await only()).toMatchObject({ phone: corrected })
})

test('A correction is judged as any other, and comes in after the survey has ended', async ({ app: house }) => {
  const { staff, survey, first, post, only } = await givenForm(house)
  await post(first)
  expect(await post(correctionOf(first, ['>4<', '>400<']))).toEqual([400, expect.stringMatching(/members: /)])
  expect(await post(correctionOf(first, [phone, '+258 12']))).toEqual([
    400,
    expect.stringMatching(/participantPhone: /),
  ])
  await staff.call(surveyLife.setStatus, {
    params: { surveyId: survey.id },
    body: { status: 'CLOSED', reason: 'Over' },
  })
  const before = await only()
  expect((await post(correctionOf(first, ['>4<', '>5<'])))[0]).toBe(201)
  expect(await only()).toMatchObject({ id: before.id, submittedAt: before.submittedAt, status: 'EDITED' })
})

test('An app corrects no response of another door, survey or erased participant', async ({ app: house }) => {
  const { staff, survey, first, post, stored } = await givenForm(house)
  const own = { surveyId: survey.id, clientUuid: 'by-staff', answers: { name: 'Rui', members: 2 } }
  await staff.call(entry.send, { body: own })
  const closed = [409, expect.stringContaining('Ask the office')]
  expect(await post(correctionOf(first.replace(nameIn(first), 'by-staff')))).toEqual(closed)
  const other = await givenForm(house)
  await other.post(first.replaceAll(survey.encodedId, other.survey.encodedId))
  await post(correctionOf(first))
  expect(await stored()).toHaveLength(2)
  expect(await other.only()).toMatchObject({ status: 'RECEIVED', phone })
  const erased = await givenForm(house, {}, { name: 'Eva', members: '3', phone: '+258847000043' })
  await erased.post(erased.first)
  await eraseParticipant(house, (await erased.only()).participant?.id)
  expect(await erased.post(correctionOf(erased.first, ['>3<', '>5<']))).toEqual(closed)
  expect(await erased.changes((await erased.only()).id)).toEqual([])
})

test('A corrected form keeps its former pictures, and a new one is its only change', async ({ app: house }) => {
  const staff = house.as(await house.given.admin())
  const survey = await house.given.survey({
    sections: [['roof', 'door'].map((code) => ({ code, type: 'IMAGE' }) as const)],
  })
  const app = { server: house.server, token: await makeToken(staff, survey.id) }
  const [roof, door, other] = [
    await picture('roof.png', 11),
    await picture('door.png', 12),
    await picture('new.png', 13),
  ]
  const data = await fillIn((await loadForm(app)).xml, { roof, door })
  expect((await send(app, data)).status).toBe(201)
  const xml = await (data.get('xml_submission_file') as File).text()
  const again = withXml(correctionOf(xml, ['>door.png<', '>new.png<']))
  for (const file of [roof, other]) again.append(file.name, file)
  for (const _ of ['sent', 'again']) expect((await send(app, again)).status).toBe(201)
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toHaveLength(1)
  const { list: changes } = await staff.call(responseEdits.changes, { params: { id: list[0]?.id ?? 0 } })
  expect(changes).toMatchObject([{ key: String(survey.question('door').id), after: { name: 'new.png' } }])
  const { rows } = await house.sql.owner.query('select from attachment where survey_id = $1', [survey.id])
  expect(rows).toHaveLength(3)
})

test('A response keeps its names until its deletion; the app’s role cannot change them', async ({ app: house }) => {
  const { staff, survey, first, post, only } = await givenForm(house)
  const second = correctionOf(first, ['>4<', '>5<'])
  for (const xml of [first, second]) await post(xml)
  for (const lie of ['update collect_name set response_id = 1', 'delete from collect_name', 'truncate collect_name'])
    await expect(house.sql.app.query(lie)).rejects.toThrow(/permission denied/)
  await staff.call(responseRemoval.remove, { params: { id: (await only()).id } })
  const { rows } = await house.sql.owner.query('select from collect_name where survey_id = $1', [survey.id])
  expect(rows).toEqual([])
  expect((await post(second))[0]).toBe(201)
  expect(await only()).toMatchObject({ formKey: nameIn(second), status: 'RECEIVED' })
})
