/** Each caller's view of surveys and of all that belongs to them, through every call there is (product.md §2). */
import { beforeAll, describe, expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import { dutyOf, permissionEntries } from '#domain/people/permissions.ts'
import { routes } from '../app.ts'
import { callName } from '../test/calls-by-hand.ts'
import type { CallInput, Caller } from '../test/caller.ts'
import type { Staff } from '../test/given.ts'
import { type Ask, scopeByHand, type ScopeDecision, type SurveyParts } from '../test/scope-by-hand.ts'
import { appOfTheFile, test, type TestApp } from '../test/with-app.ts'

const endpoints = new Map(routes.map(({ endpoint }) => [callName(endpoint), endpoint]))

/** All that staff may do who do not see every survey. */
const everythingButAll = permissionEntries
  .map(({ name }) => name)
  .filter((name) => dutyOf(name) !== 'RIGHTS' && name !== 'surveys.all')

const outsider = { permissions: everythingButAll }

const nothing: SurveyParts = {
  survey: 987_654_321,
  encodedId: 'zzzzzzzzzzzzzzzzzzzzzz',
  section: 987_654_321,
  question: 987_654_321,
  answer: 987_654_321,
  skip: 987_654_321,
  response: 987_654_321,
  task: 987_654_321,
  payment: 987_654_321,
  grant: 987_654_321,
  token: 987_654_321,
  report: 987_654_321,
  file: 987_654_321,
  change: 987_654_321,
}

interface Made extends SurveyParts {
  title: string
}

/** A paid survey with something of everything in it, of the owner given. */
async function makeSurvey({ given, as, sql }: TestApp, ownerId: number): Promise<Made> {
  const title = `Scope ${ownerId} ${Math.trunc(performance.now() * 1000)}`
  const survey = await given.survey({ title, ownerId, amount: '50.00' })
  const [, other] = await given.responses(survey, 2)
  const approved = await given.responses(survey, 1)
  const reviewer = as(await given.admin())
  const ids = approved.map(({ id }) => id)
  await reviewer.call(responses.review, { body: { formStatus: 'APPROVED', ids } })
  const only = async (query: string, values: unknown[]) =>
    Number((await sql.owner.query<{ id: string }>(query, values)).rows[0]?.id ?? 0)
  const colleague = await given.admin({ permissions: [] })
  const [section] = survey.content.sections
  const choice = survey.question('village')
  return {
    title,
    survey: survey.id,
    encodedId: survey.encodedId,
    section: section?.id ?? 0,
    question: choice.id,
    answer: choice.options['god'] ?? 0,
    skip: await only(
      `insert into skip (survey_id, from_question_id, operator, action) values ($1, $2, 'EMPTY', 'END') returning id`,
      [survey.id, choice.id],
    ),
    response: other?.id ?? 0,
    task: await only(`select id from task where survey_id = $1 order by id limit 1`, [survey.id]),
    payment: await only(`select id from payable where survey_id = $1`, [survey.id]),
    grant: await only(
      `insert into access_grant (survey_id, subject_type, subject_id, access_right) values ($1, 'USER', $2, 'VIEW') returning id`,
      [survey.id, colleague.id],
    ),
    report: await only(`insert into report (survey_id, title, parts) values ($1, '{"en": "x"}', '[]') returning id`, [
      survey.id,
    ]),
    token: await only(
      `insert into survey_token (survey_id, kind, name, token_hash) values ($1, 'READ', 'Excel', sha256(random()::text::bytea)) returning id`,
      [survey.id],
    ),
    file: await only(
      `with stored as (insert into file (sha256, mime, bytes, name) values (sha256(''), 'text/csv', 1, 'a.csv') returning id)
      insert into survey_file (survey_id, name, kind, file_id, md5) select $1, 'a.csv', 'LIST', id, md5('') from stored returning id`,
      [survey.id],
    ),
    change: await only(
      `insert into limit_change (survey_id, version, wanted, asked_by) values ($1, 0, '{"amountMinor": "1"}', $2) returning id`,
      [survey.id, (await given.admin()).id],
    ),
  }
}

function endpointOf(call: string): Endpoint {
  const endpoint = endpoints.get(call)
  if (!endpoint) throw new Error(`There is no call ${call}`)
  return endpoint
}

async function answerTo(caller: Caller, call: string, input: CallInput) {
  const { status, bytes } = await caller.raw(endpointOf(call), input)
  return { status, text: bytes.toString('utf8') }
}

function withoutIds(text: string): string {
  return text.replaceAll(/"id":\d+/g, '"id":"asked for"')
}

/** The answers about a survey and about a missing one, except for the ids that rows of outcome repeat. */
async function askedAlike(caller: Caller, call: string, { ask, parts }: { ask: Ask; parts: SurveyParts }) {
  const seen = await answerTo(caller, call, ask(parts))
  const missing = await answerTo(caller, call, ask(nothing))
  return {
    status: seen.status,
    said: withoutIds(seen.text),
    statusOfNothing: missing.status,
    saidOfNothing: withoutIds(missing.text),
  }
}

const decisions = [...scopeByHand]
function ofKind<Kind extends ScopeDecision['kind']>(kind: Kind) {
  return decisions.flatMap(([call, decision]) =>
    decision.kind === kind ? [[call, decision as Extract<ScopeDecision, { kind: Kind }>] as const] : [],
  )
}

test('every call has a decision by hand whether it is bound to surveys', () => {
  expect([...scopeByHand.keys()].sort()).toEqual([...endpoints.keys()].sort())
})

let owner: Staff
let foreign: Made
let own: Made
let stranger: Staff

beforeAll(async () => {
  const app = await appOfTheFile()
  owner = await app.given.admin(outsider)
  stranger = await app.given.admin(outsider)
  foreign = await makeSurvey(app, owner.id)
  own = await makeSurvey(app, stranger.id)
})

describe('a caller who does not see a survey', () => {
  test.for(ofKind('one'))(
    'is told by %s what they would be told of none',
    async ([call, { asks, missing = 404 }], { as }) => {
      for (const ask of asks) {
        const told = await askedAlike(as(stranger), call, { ask, parts: foreign })
        expect(told).toMatchObject({ status: missing, statusOfNothing: missing })
        expect(told.said).toBe(told.saidOfNothing)
        expect(told.said).not.toContain(foreign.title)
      }
    },
  )

  test.for(ofKind('bulk'))('is told by %s that none of it is there', async ([call, { asks }], { as }) => {
    for (const ask of asks) {
      const told = await askedAlike(as(stranger), call, { ask, parts: foreign })
      expect(told.status).toBe(200)
      expect(told.said).toBe(told.saidOfNothing)
      expect(told.said).toContain('"succeeded":0')
      expect(told.said).toContain('NOT_FOUND')
    }
  })

  test.for(ofKind('list'))('finds nothing of it in %s, and all of their own', async ([call, { filters }], { as }) => {
    const endpoint = endpointOf(call)
    const whole = await answerTo(as(stranger), call, { query: { pageSize: 100 } })
    expect(whole.status).toBe(200)
    expect(whole.text).not.toContain(foreign.title)
    const { list, total } = JSON.parse(whole.text) as { list: { id: unknown; surveyId?: number }[]; total: number }
    const surveysOf = new Set(list.map((row) => row.surveyId ?? row.id))
    if (endpoint.path !== payments.transactions.path) expect([...surveysOf]).toEqual([own.survey])
    expect(total).toBe(list.length)
    for (const ask of filters) {
      const told = await askedAlike(as(stranger), call, { ask, parts: foreign })
      expect([told.status, told.said]).toEqual([told.statusOfNothing, told.saidOfNothing])
      expect((await answerTo(as(stranger), call, ask(own))).text).toContain('"success":true')
    }
  })

  test('counts only what they see, by status and in money', async ({ as }) => {
    const answers = await as(stranger).call(responses.list)
    expect(answers.statusCounts).toMatchObject({ RECEIVED: 2, APPROVED: 1 })
    const owed = await as(stranger).call(payments.list)
    expect([owed.statusCounts.ELIGIBLE, owed.amounts.ELIGIBLE]).toMatchObject([1, [{ amount: '50.00' }]])
    // Neither by a search, nor by days, which are counted in other ways.
    for (const query of [{ q: 'form-' }, { from: '2020-01-01' }])
      expect((await as(stranger).call(responses.list, { query })).statusCounts).toMatchObject({ RECEIVED: 2 })
    expect((await as(stranger).call(payments.list, { query: { from: '2020-01-01' } })).total).toBe(1)
    for (const q of [foreign.payment, foreign.response]) {
      const found = await as(stranger).call(payments.list, { query: { q: String(q) } })
      expect(found.list.filter(({ surveyId }) => surveyId !== own.survey)).toEqual([])
      expect(found.total).toBe(found.list.length)
    }
  })

  test('moves nothing of it by a filter, nor mixed with their own', async ({ given, as }) => {
    const somebody = await given.admin(outsider)
    const mine = await given.survey({ ownerId: somebody.id })
    const [form] = await given.responses(mine, 1)
    const body = { formStatus: 'IN_REVIEW', filter: {}, expectedCount: 1 }
    expect((await as(somebody).call(responses.review, { body })).data).toMatchObject({ requested: 1, succeeded: 1 })
    const mixed = { formStatus: 'HAS_ISSUES', ids: [form?.id, foreign.response] }
    const { data } = await as(somebody).call(responses.review, { body: mixed })
    expect(data.results.map(({ id, code }) => [id, code])).toEqual([
      [form?.id, 'OK'],
      [foreign.response, 'NOT_FOUND'],
    ])
    const { data: gone } = await as(somebody).call(surveys.removeMany, { body: { ids: [foreign.survey, mine.id] } })
    expect(gone.results.map(({ code }) => code)).toEqual(['NOT_FOUND', 'IN_USE'])
  })
})

/** The sign in a call's answer that the survey exists, or not. */
async function isThere(caller: Caller, call: string, input: CallInput): Promise<boolean> {
  const { status, text } = await answerTo(caller, call, input)
  return status < 500 && status !== 404 && !text.includes('UNKNOWN_REFERENCE') && !text.includes('NOT_FOUND')
}

const asksByCall = decisions.flatMap(([call, decision]) => {
  if (decision.kind === 'free' || call.startsWith('DELETE')) return []
  const asks = decision.kind === 'list' ? decision.filters : decision.asks
  return asks.slice(0, 1).map((ask) => ({ call, ask }))
})
/** Calls that narrow a list to a survey that one does not see find nothing, which is an answer too. */
function isList(index: number): boolean {
  return /^GET \/(payments|answers|questions|sections|skips)$/.test(readingCalls[index]?.call ?? '')
}

const readingCalls = asksByCall.filter(({ call }) => call.startsWith('GET '))

describe('a caller who was given a right', () => {
  test('meets the survey in every call from the next request until the right ends', async ({ app }) => {
    const { given, as, sql } = app
    const made = await makeSurvey(app, owner.id)
    const person = await given.admin(outsider)
    const who = (query: string) => sql.owner.query(query, [made.survey, person.id])
    const mine = `where survey_id = $1 and subject_id = $2`
    const there = async () => {
      const answers: boolean[] = []
      for (const { call, ask } of readingCalls) answers.push(await isThere(as(person), call, ask(made)))
      const listed = (await as(person).call(surveys.list)).total
      return {
        all: answers.every(Boolean),
        none: answers.filter((_, i) => !isList(i)).every((answer) => !answer),
        listed,
      }
    }
    const [seen, unseen] = [
      { all: true, listed: 1 },
      { none: true, listed: 0 },
    ]
    expect(await there()).toMatchObject(unseen)
    const body = { surveyId: made.survey, subjectType: 'USER', subjectId: person.id, right: 'MANAGE' }
    const { data: grant } = await as(owner).call(surveyAccess.create, { body })
    expect(await there()).toMatchObject(seen)
    await who(`update access_grant set expires_at = now() - interval '1 second' ${mine}`)
    expect(await there()).toMatchObject(unseen)
    await who(`update access_grant set expires_at = now() + interval '1 hour' ${mine}`)
    expect(await there()).toMatchObject(seen)
    await as(owner).call(surveyAccess.remove, { params: { id: grant.id } })
    expect(await there()).toMatchObject(unseen)
  })

  test('by their role alone sees it as long as they have the role', async ({ given, as, sql }) => {
    const person = await given.admin(outsider)
    const body = { surveyId: foreign.survey, subjectType: 'ROLE', subjectId: person.roleId, right: 'VIEW' }
    const { data } = await as(owner).call(surveyAccess.create, { body })
    expect((await as(person).call(surveys.list)).list.map(({ id }) => id)).toEqual([foreign.survey])
    const other = await given.role(everythingButAll)
    await sql.owner.query(`update person set role_id = $1 where id = $2`, [other.id, person.id])
    expect((await as(person).call(surveys.list)).total).toBe(0)
    await as(owner).call(surveyAccess.remove, { params: { id: data.id } })
  })

  const changing = asksByCall.filter(({ call }) => !call.startsWith('GET ') && !call.startsWith('POST /payments/'))
  const covered: Record<string, RegExp> = {
    VIEW: /^PUT \/payments/,
    REVIEW:
      /^PUT \/(payments|locations|responses|forms)|responses\/review$|flags\/(dismiss|restore)$|undo$|forms\/{}\/files$|^(POST|PUT) \/tasks(\/({}|assign))?$/,
    EXPORT: /^PUT \/payments|excels/,
    EDIT: /^(PUT|POST) \/(sections|questions|answers|skips)|^POST \/forms|^POST \/responses$|^PUT \/(payments|geolocations)|^PUT \/surveys\/({}|part.*|.*responses|.*flags)$|duplicate$|surveys\/{}\/(restore|content|translations.*|(files|reports).*)$/,
  }
  test.for(Object.entries(covered))(
    '%s covers just this: %s',
    { timeout: 180_000 },
    async ([right, calls], { app }) => {
      const { given, as } = app
      const person = await given.admin(outsider)
      let made: Awaited<ReturnType<typeof makeSurvey>> | undefined
      for (const { call, ask } of [
        ...changing,
        ...asksByCall.filter((each) => /template|access\/list|^GET \/excels/.test(each.call)),
      ]) {
        if (!made) {
          made = await makeSurvey(app, owner.id)
          const body = { surveyId: made.survey, subjectType: 'USER', subjectId: person.id, right }
          await as(owner).call(surveyAccess.create, { body })
        }
        const { text } = await answerTo(as(person), call, ask(made))
        const may = calls.test(call) || (right === 'EDIT' && call.includes('template'))
        expect([call, text.includes('GRANT_TOO_NARROW')]).toEqual([call, !may])
        // What was let through may have taken the survey apart; what was refused left it as it was.
        if (may) made = undefined
      }
    },
  )

  test('is told the next moment when a right is taken away while they work', async ({ given, as }) => {
    const editor = await given.admin(outsider)
    const body = { surveyId: foreign.survey, subjectType: 'USER', subjectId: editor.id }
    const rights = { EDIT: 0, VIEW: 0 }
    for (const right of ['EDIT', 'VIEW'] as const)
      rights[right] = (await as(owner).call(surveyAccess.create, { body: { ...body, right } })).data.id
    const add = () => as(editor).call(sections.create, { body: { surveyId: foreign.survey, title: { en: 'More' } } })
    await add()
    await as(owner).call(surveyAccess.remove, { params: { id: rights.EDIT } })
    await expect(add()).rejects.toMatchObject({ status: 403, code: 'GRANT_TOO_NARROW' })
    await as(owner).call(surveyAccess.removeMany, { body: { ids: [rights.VIEW] } })
    await expect(add()).rejects.toMatchObject({ status: 422, errors: [{ path: 'surveyId' }] })
  })
})

test('all see a public survey, reviewers review its responses, its makers edit it', async ({ app }) => {
  const { as, sql } = app
  const made = await makeSurvey(app, owner.id)
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [made.survey])
  const caller = as(stranger)
  expect((await caller.call(surveys.get, { params: { id: made.survey } })).data.ties).toEqual(['PUBLIC'])
  await caller.call(responses.move, { params: { id: made.response }, body: { formStatus: 'IN_REVIEW' } })
  const narrow = { status: 403, code: 'GRANT_TOO_NARROW' }
  const id = { params: { id: made.survey } }
  await expect(caller.call(surveys.update, { ...id, body: { title: 'Mine' } })).rejects.toMatchObject(narrow)
  await expect(caller.call(surveys.remove, id)).rejects.toMatchObject(narrow)
  const body = { surveyId: made.survey, title: { en: 'Mine' } }
  await expect(caller.call(sections.create, { body })).rejects.toMatchObject(narrow)
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [made.survey])
  await expect(caller.call(surveys.get, id)).rejects.toMatchObject({ status: 404 })
})

test('who may edit does not open the survey to everybody', async ({ app }) => {
  const { given, as } = app
  const made = await makeSurvey(app, owner.id)
  const editor = await given.admin(outsider)
  const body = { surveyId: made.survey, subjectType: 'USER', subjectId: editor.id, right: 'EDIT' }
  await as(owner).call(surveyAccess.create, { body })
  const change = (fields: object) => as(editor).call(surveys.update, { params: { id: made.survey }, body: fields })
  await change({ title: 'Better', accessibility: 'PRIVATE' })
  await expect(change({ accessibility: 'PUBLIC' })).rejects.toMatchObject({ code: 'GRANT_TOO_NARROW' })
})
