/** Responses that wait for the same survey are taken in one transaction; each is judged as if it came alone. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

const answers = { name: 'Ana', members: 4 }
const phoneOf = (n: number) => `+2588470${String(10_000 + n)}`

/** Sends while the survey is locked, so that all wait. Answers the code of each refusal, or 'taken'. */
async function sendWhileLocked(
  { sql }: TestApp,
  { id }: GivenSurvey,
  send: () => Promise<unknown>[],
  meanwhile?: () => Promise<unknown>,
): Promise<string[]> {
  const other = await sql.owner.connect()
  try {
    await other.query('begin')
    await other.query('select from survey where id = $1 for update', [id])
    const sent = send()
    for (const each of sent) each.catch(() => undefined)
    await untilWaiting(sql)
    await meanwhile?.()
    await other.query('commit')
    const settled = await Promise.allSettled(sent)
    return settled.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'taken'))
  } finally {
    other.release()
  }
}

/** How many transactions stored them, and what totals and trail say. */
async function storedOf({ sql }: TestApp, { id }: GivenSurvey) {
  const { rows } = await sql.owner.query<
    Record<'forms' | 'commits' | 'people' | 'count' | 'seen' | 'tasks' | 'trail', number>
  >(
    `select count(*)::int as forms, count(distinct form.xmin::text)::int as commits, count(distinct participant_id)::int as people,
       (select participant_count from survey where id = $1) as count,
       (select seen from survey_usual where survey_id = $1) as seen,
       (select count(*)::int from task where survey_id = $1) as tasks,
       (select count(*)::int from audit join form f on f.id::text = subject_id where action = 'responses.create' and f.survey_id = $1
         and not (after->>'repeated')::boolean) as trail
     from form where survey_id = $1`,
    [id],
  )
  return rows[0]
}

test('forty responses that wait are stored in few transactions, each with its answer', async ({ app }) => {
  const { given, as } = app
  const owner = as(await given.admin())
  const survey = await given.survey()
  const clerks = [
    await given.admin({ permissions: ['responses.enter'] }),
    await given.admin(),
    await given.admin(),
  ].map(as)
  await app.sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [survey.id])
  const bodyOf = (n: number) => ({
    surveyId: survey.id,
    clientUuid: `form-${n}`,
    participantPhone: phoneOf(n),
    answers: n % 10 === 5 ? { ...answers, members: 'many' } : { ...answers, name: `Ana ${n}` },
  })
  const sent: Promise<{ data: { formKey: string; phone: string | null } }>[] = []
  const codes = await sendWhileLocked(app, survey, () => {
    for (let n = 0; n < 40; n++) sent.push((clerks[n % 3] ?? owner).call(entry.send, { body: bodyOf(n) }))
    return sent
  })
  expect(codes).toEqual(codes.map((_, n) => (n % 10 === 5 ? 'VALIDATION_FAILED' : 'taken')))
  const { commits, ...counts } = (await storedOf(app, survey)) ?? {}
  expect(counts).toEqual({ forms: 36, people: 36, count: 36, seen: 36, tasks: 36, trail: 36 })
  expect(commits).toBeLessThanOrEqual(8)
  for (const [n, each] of sent.entries())
    if (codes[n] === 'taken')
      expect((await each).data).toMatchObject({ formKey: `form-${n}`, phone: expect.stringMatching(/\d\d$/) })
  const { list } = await owner.call(responses.list, { query: { surveyId: survey.encodedId, pageSize: 50 } })
  expect(new Set(list.map(({ collector }) => collector)).size).toBe(3)
})

test('who was signed out while waiting is refused alone; the trail has each sender', async ({ app }) => {
  const { given, as, sql } = app
  const survey = await given.survey()
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [survey.id])
  const people = [await given.admin(), await given.admin()] as const
  const [stays, leaves] = people
  const codes = await sendWhileLocked(
    app,
    survey,
    () =>
      Array.from({ length: 40 }, (_, n) =>
        as(people[n % 2]).call(entry.send, { body: { surveyId: survey.id, clientUuid: `form-${n}`, answers } }),
      ),
    () => sql.owner.query('delete from session where person_id = $1', [leaves.id]),
  )
  expect(codes.filter((_, n) => n % 2 === 0)).toEqual(Array.from({ length: 20 }, () => 'taken'))
  expect(codes).toContain('UNAUTHORIZED')
  expect(new Set(codes)).toEqual(new Set(['taken', 'UNAUTHORIZED']))
  const { rows } = await sql.owner.query<{ isTheirs: boolean; actor: number }>(
    `select audit.actor_id::int as actor, collector.person_id = audit.actor_id
           and form.client_uuid = audit.after->>'clientUuid' as "isTheirs"
         from form join collector on collector.id = form.collector_id
           join audit on audit.action = 'responses.create' and audit.subject_id = form.id::text where form.survey_id = $1`,
    [survey.id],
  )
  expect(rows).toHaveLength(codes.filter((code) => code === 'taken').length)
  expect(rows.every(({ isTheirs }) => isTheirs)).toBe(true)
  expect(rows.filter(({ actor }) => actor === stays.id)).toHaveLength(20)
})

test('limits, keys and one answer a person are exact among those taken together', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  await app.sql.owner.query('update survey set participant_limit = 12 where id = $1', [survey.id])
  // Each person comes three times: by one form sent twice, and by another form.
  const codes = await sendWhileLocked(app, survey, () =>
    Array.from({ length: 60 }, (_, n) => {
      const person = n % 20
      const clientUuid = n < 40 ? `form-${person}` : `other-${person}`
      return staff.call(entry.send, {
        body: { surveyId: survey.id, clientUuid, participantPhone: phoneOf(person), answers },
      })
    }),
  )
  const tally = Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]),
  )
  // 12 people have room, whose forms are taken twice, or their other form once.
  const { forms, people, count } = (await storedOf(app, survey)) ?? {}
  expect({ forms, people, count }).toEqual({ forms: 12, people: 12, count: 12 })
  expect(tally['SURVEY_FULL']).toBe(8 * 3)
  expect((tally['taken'] ?? 0) + (tally['RESPONSE_REPEATED'] ?? 0)).toBe(12 * 3)
})

test('visitors of a link who come together take its last places and no more', async ({ app }) => {
  const { given, as } = app
  const staff = as(await given.admin())
  const survey = await given.survey()
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true, maxResponses: 25 } })
  const send = (clientUuid: string) =>
    as(undefined).call(surveyLinks.send, {
      params: { encodedId: survey.encodedId },
      body: { surveyVersion: 1, clientUuid, answers },
    })
  const codes = await sendWhileLocked(app, survey, () => Array.from({ length: 30 }, (_, n) => send(`visit-${n}`)))
  expect(codes.filter((code) => code === 'taken')).toHaveLength(25)
  expect(codes.filter((code) => code === 'LINK_FULL')).toHaveLength(5)
  expect((await staff.call(surveyLinks.get, { params: { id: survey.id } })).data.responseCount).toBe(25)
  // Sent again they are the same responses, though the link is full.
  const again = await Promise.all(codes.flatMap((code, n) => (code === 'taken' ? send(`visit-${n}`) : [])))
  expect(again).toHaveLength(25)
  expect((await storedOf(app, survey))?.forms).toBe(25)
})
