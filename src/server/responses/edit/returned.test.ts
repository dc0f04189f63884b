/** Returned responses: who gets them back by which door, their correction, and races with reviewers. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responses } from '#contract/responses.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { returned } from '#contract/returned.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { eraseParticipant } from '../../test/erase-participant.ts'

const answers = { name: 'Ana', members: 4 }
const note = 'Count the children too'

/** A response to a paid survey, by the participant's own link, in review. */
async function givenAnswered(app: TestApp) {
  const person = await app.given.admin()
  const staff = app.as(person)
  const survey = await app.given.survey({ amount: '5.00' })
  const participant = await app.given.participant({ name: 'Rosa Sitoe' })
  const body = { participantId: participant.id }
  const made = await staff.call(surveyTokens.links, { params: { id: survey.id }, body })
  const token = made.data.links[0]?.token ?? ''
  const author = app.as({ ...person, token })
  const visit = { params: { encodedId: survey.encodedId } }
  await author.call(surveyLinks.send, { ...visit, body: { surveyVersion: 1, clientUuid: 'own', answers } })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  const params = { id: list[0]?.id ?? 0 }
  const move = (formStatus: 'IN_REVIEW' | 'HAS_ISSUES' | 'APPROVED', more = {}) =>
    staff.call(responses.move, { params, body: { formStatus, ...more } })
  const giveBack = async () => {
    await move('IN_REVIEW')
    return (await move('HAS_ISSUES', { reason: 'Too few', notes: [{ questionId: 'members', note }] })).data.version
  }
  const correct = (version: number, more: object = {}, remark?: string) =>
    author.call(returned.correct, {
      params,
      body: { version, answers: { ...answers, ...more }, ...(remark === undefined ? {} : { remark }) },
    })
  return { staff, survey, participant, author, visit, params, move, giveBack, correct, person }
}

test('a returned response comes back by its personal link; its correction is an edit', async ({ app }) => {
  const { staff, survey, participant, author, params, move, giveBack, correct } = await givenAnswered(app)
  const members = String(survey.question('members').id)
  expect((await author.call(returned.list, { query: {} })).list).toEqual([])
  await expect(author.call(returned.get, { params })).rejects.toMatchObject({ code: 'NOT_RETURNED' })
  const version = await giveBack()
  const { list, total } = await author.call(returned.list, { query: {} })
  expect({ list, total }).toMatchObject({ total: 1, list: [{ id: params.id, reason: 'Too few', version }] })
  const { data: form } = await author.call(returned.get, { params })
  expect(form).toMatchObject({
    formKey: 'own',
    notes: [{ key: members, note }],
    answers: { [members]: 4 },
    form: { surveyVersion: 1, refusal: null, participant: { name: 'Rosa Sitoe' } },
  })
  expect((await staff.call(responses.get, { params })).data).toMatchObject({
    wayBack: 'LINK',
    reviewNotes: [{ key: members, note }],
  })
  await expect(correct(version, { members: 'many' })).rejects.toMatchObject({
    errors: [{ path: 'answers.members' }],
  })
  await expect(correct(version)).rejects.toMatchObject({ errors: [{ path: 'remark', code: 'REQUIRED' }] })
  for (const _ of ['sent', 'sent again after a lost answer']) await correct(version, { members: 6 }, 'With the twins')
  await expect(correct(version, { members: 7 })).rejects.toMatchObject({ code: 'NOT_RETURNED' })
  const { data } = await staff.call(responses.get, { params })
  expect(data).toMatchObject({ status: 'EDITED', answers: { [members]: 6 }, reason: null })
  const changes = await staff.call(responseEdits.changes, { params, query: {} })
  const change = { key: members, before: 4, after: 6, by: 'Rosa Sitoe', reason: 'With the twins', source: 'EDIT' }
  expect(changes.list).toEqual([expect.objectContaining(change)])
  const { data: line } = await staff.call(responseTimeline, { params })
  expect(line.moments).toContainEqual(expect.objectContaining({ event: 'EDITED', by: 'Rosa Sitoe' }))
  await move('APPROVED')
  expect(await surveyState(app, survey.id)).toMatchObject({ forms: { APPROVED: 1 }, owed: { ELIGIBLE: 1 } })
  await eraseParticipant(app, participant.id)
  expect((await staff.call(responses.get, { params })).data.reviewNotes).toEqual([])
})

test('right answers are confirmed in words, and returned again with other notes', async ({ app }) => {
  const { staff, author, params, move, giveBack, correct } = await givenAnswered(app)
  const first = await giveBack()
  await correct(first, {}, 'I counted them twice')
  const { data: line } = await staff.call(responseTimeline, { params })
  expect(line.moments.at(-1)).toMatchObject({ event: 'CONFIRMED', note: 'I counted them twice' })
  await move('IN_REVIEW')
  const { data: again } = await move('HAS_ISSUES')
  expect((await author.call(returned.get, { params })).data.notes).toEqual([])
  await expect(correct(first, { members: 5 })).rejects.toMatchObject({ code: 'STALE' })
  await correct(again.version, { members: 5 })
})

test('a returned response is shown to no one but its author', async ({ app }) => {
  const { staff, survey, params, giveBack, visit, person, correct } = await givenAnswered(app)
  const version = await giveBack()
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  const missing = { code: 'NOT_FOUND' }
  const anyone = app.as(undefined)
  await expect(anyone.call(returned.list, { query: {} })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(anyone.call(returned.get, { params })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(JSON.stringify((await anyone.call(surveyLinks.form, visit)).data)).not.toContain(note)
  const neighbour = await app.given.participant()
  const body = { participantId: neighbour.id }
  const made = await staff.call(surveyTokens.links, { params: { id: survey.id }, body })
  const other = app.as({ ...person, token: made.data.links[0]?.token ?? '' })
  // Staff who may do all else did not collect it.
  for (const stranger of [other, staff]) {
    expect((await stranger.call(returned.list, { query: {} })).list).toEqual([])
    await expect(stranger.call(returned.get, { params })).rejects.toMatchObject(missing)
    const change = { params, body: { version, answers: { ...answers, members: 9 } } }
    await expect(stranger.call(returned.correct, change)).rejects.toMatchObject(missing)
  }
  const collector = { kind: 'COLLECT', name: 'Phone' } as const
  const { data: phone } = await staff.call(surveyTokens.create, { params: { id: survey.id }, body: collector })
  const program = app.as({ ...person, token: phone.token })
  await expect(program.call(returned.get, { params })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await correct(version, { members: 5 })
})

test('a collector with an account gets their entries back while they see the survey', async ({ staff, app }) => {
  const survey = await app.given.survey()
  const rights = ['responses.enter', 'surveys.all']
  const collector = app.as(await app.given.admin({ permissions: rights }))
  const other = app.as(await app.given.admin({ permissions: rights }))
  const sent = { surveyId: survey.id, source: 'STAFF', participantPhone: '+258847000021', answers } as const
  const { data: row } = await collector.call(entry.send, { body: sent })
  const params = { id: row.id }
  const move = (formStatus: 'IN_REVIEW' | 'HAS_ISSUES') => staff.call(responses.move, { params, body: { formStatus } })
  await move('IN_REVIEW')
  const { version } = (await move('HAS_ISSUES')).data
  expect((await staff.call(responses.get, { params })).data.wayBack).toBe('ACCOUNT')
  expect((await other.call(returned.list, { query: {} })).total).toBe(0)
  expect((await collector.call(returned.list, { query: {} })).list).toMatchObject([{ id: row.id }])
  await collector.call(returned.correct, { params, body: { version, answers: { ...answers, members: 5 } } })
  const { data } = await staff.call(responses.get, { params })
  expect(data).toMatchObject({ status: 'EDITED', answers: { [survey.question('members').id]: 5 } })
})

test.for([
  [{ formStatus: 'APPROVED', notes: [{ questionId: 'members', note }] }, 'notes', 'NOT_ALLOWED'],
  [{ formStatus: 'HAS_ISSUES', notes: [{ questionId: 'no_such', note }] }, 'notes.0.questionId', 'UNKNOWN_QUESTION'],
] as const)('a review refuses notes that reach no question: %o', async ([body, path, code], { app }) => {
  const { staff, params, move } = await givenAnswered(app)
  await move('IN_REVIEW')
  const refused = staff.call(responses.move, { params, body: { ...body, notes: [...body.notes] } })
  await expect(refused).rejects.toMatchObject({ errors: [{ path, code }] })
})

test('of corrections and approvals at once one is first; no payment is lost or doubled', async ({ app }) => {
  const { staff, survey, params, move, giveBack, correct } = await givenAnswered(app)
  const members = survey.question('members').id
  for (const round of [5, 6, 7, 8]) {
    const version = await giveBack()
    const outcomes = await Promise.allSettled([
      move('APPROVED', { version }),
      correct(version, { members: round }),
      correct(version, { members: round + 10 }),
    ])
    const failed = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    )
    expect(failed).toHaveLength(2)
    expect(failed.every((code) => ['NOT_RETURNED', 'STALE'].includes(code))).toBe(true)
    const { data } = await staff.call(responses.get, { params })
    const isApproved = outcomes[0]?.status === 'fulfilled'
    expect(data.status).toBe(isApproved ? 'APPROVED' : 'EDITED')
    if (!isApproved) expect([round, round + 10]).toContain(data.answers[members])
    const { owed } = (await surveyState(app, survey.id)) as { owed: Record<string, number> }
    expect(owed['ELIGIBLE'] ?? 0).toBe(isApproved ? 1 : 0)
  }
})

test('of two returns of one response at once the second meets the first', async ({ app }) => {
  const { move, author, params } = await givenAnswered(app)
  const { version } = (await move('IN_REVIEW')).data
  const notes = (text: string) => ({ version, notes: [{ questionId: 'members', note: text }] })
  const outcomes = await Promise.allSettled(['one', 'two'].map((text) => move('HAS_ISSUES', notes(text))))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'STALE' } }])
  const kept = outcomes[0]?.status === 'fulfilled' ? 'one' : 'two'
  expect((await author.call(returned.get, { params })).data.notes).toMatchObject([{ note: kept }])
})
