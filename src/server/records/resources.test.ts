/** Every resource there is behaves like every other: one table, walked by the same tests. */
import { describe, expect } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { answers } from '#contract/answers.ts'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import type { Endpoint, ListEnvelope, ObjectSchema } from '#contract/endpoint.ts'
import type { Filter, Filters } from '#contract/filters.ts'
import { logList, type LogRow, logs } from '#contract/logs.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { questions } from '#contract/questions.ts'
import { responseList, type ResponseRow, responses } from '#contract/responses.ts'
import { sections } from '#contract/sections.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { paymentList, payments } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { transactionList, type TransactionRow } from '#contract/transactions.ts'
import { participantList, people, type PersonRow, staffList } from '#contract/people.ts'
import { sites } from '#contract/sites.ts'
import { skips } from '#contract/skips.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { accessList, type SurveyAccess, surveyAccess } from '#contract/survey-access.ts'
import { texts } from '#contract/texts.ts'
import { taskList, type TaskRow, tasks } from '#contract/tasks.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { jobKinds } from '../app.ts'
import { givenWorker, untilState } from '../jobs/test/given-job.ts'
import type { Caller, CallInput } from '../test/caller.ts'
import { declaredResources } from '../test/contract-files.ts'
import { everyPermission, type Fixtures } from '../test/given.ts'
import { readExport } from '../test/read-export.ts'
import { test, type TestApp } from '../test/with-app.ts'

interface Subject {
  resource: {
    path: string
    list: Endpoint
    get: Endpoint
    create: Endpoint
    update: Endpoint
    remove: Endpoint
    removeMany: Endpoint
    export: Endpoint
    filters: Filters
    row: ObjectSchema
    read: PermissionName
    write: PermissionName
  }
  /** The fields of create; `title` tells the samples apart. */
  sample: (given: Fixtures, title: string) => Promise<Record<string, unknown>>
  /** Where a row carries the title of its sample. */
  titleOf: (row: Row) => unknown
  /** The key that `sort` orders by, and the order of rows titled 10, 2 and 1, made one after the other. */
  sort: string
  inOrder: string[]
  /** A field and the value that a change gives it. */
  change: Record<string, unknown>
  /** The refusal of a word as an id: a survey also answers to its opaque id. */
  wordAsId: 400 | 404
}

const byTitle = { titleOf: (row: Row) => row['title'], sort: 'title', inOrder: ['1', '2', '10'] }
const byId = { sort: 'id', inOrder: ['10', '2', '1'] }

/** A title with something to clear. */
const titled = (_given: Fixtures, title: string) => Promise.resolve({ title, description: 'Kept' })
const plain = { ...byTitle, sample: titled, change: { description: null }, wordAsId: 400 } as const

/** With a code beside it, and what else it must have. */
const coded =
  (more: (given: Fixtures) => object | Promise<object>) =>
  async (given: Fixtures, title: string): Promise<Record<string, unknown>> => {
    const code = `R_${title.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    return { title, description: 'Kept', code, ...(await more(given)) }
  }

let codes = 0

const subjects: Subject[] = [
  { ...plain, resource: companies },
  { ...plain, resource: categories },
  { ...plain, resource: siteCategories },
  {
    ...plain,
    resource: subcategories,
    sample: async (given, title) => ({ title, description: 'Kept', categoryId: (await given.category()).id }),
  },
  { ...plain, resource: issueCategories, sample: coded(() => ({ appliesTo: 'SITE' })) },
  {
    ...plain,
    resource: texts,
    sample: async (given, title) => {
      const { description: _, ...fields } = await coded(() => ({ kind: 'MESSAGE', body: { en: 'Thanks' } }))(
        given,
        title,
      )
      return fields
    },
    change: { body: { en: 'Thank you' } },
  },
  {
    ...plain,
    resource: sites,
    sample: async (given, title) => ({ title, address: 'Kept', siteCategoryId: (await given.siteCategory()).id }),
    change: { address: null },
  },
  { ...plain, resource: surveys, wordAsId: 404 },
  {
    resource: administrativeUnits,
    sample: (_given, name) => Promise.resolve({ name, code: `U${(codes += 1)}` }),
    titleOf: (row) => row['name'],
    sort: 'name',
    inOrder: ['1', '2', '10'],
    change: { code: 'MZ01' },
    wordAsId: 400,
  },
  {
    ...byId,
    resource: sections,
    sample: async (given, title) => ({ surveyId: (await given.survey({ status: 'DRAFT' })).id, title: { en: title } }),
    titleOf: (row) => (row['title'] as Localized)['en'],
    change: { position: 7 },
    wordAsId: 400,
  },
  {
    ...byId,
    resource: questions,
    sample: async (given, text) => {
      const { content } = await given.survey({ status: 'DRAFT' })
      return { sectionId: content.sections[0]?.id, type: 'TEXT', text: { en: text }, help: { en: 'Kept' } }
    },
    titleOf: (row) => (row['text'] as Localized)['en'],
    change: { help: null },
    wordAsId: 400,
  },
  {
    ...byId,
    resource: answers,
    sample: async (given, text) => {
      const { content } = await given.survey({ status: 'DRAFT' })
      const choice = questionsOf(content).find((question) => question.type === 'SINGLE')
      return { questionId: choice?.id, text: { en: text } }
    },
    titleOf: (row) => (row['text'] as Localized)['en'],
    change: { exclusive: true },
    wordAsId: 400,
  },
  {
    ...byId,
    resource: skips,
    sample: async (given, value) => {
      const { question } = await given.survey({ status: 'DRAFT' })
      return { fromQuestionId: question('name').id, operator: 'EQ', value, action: 'END' }
    },
    titleOf: (row) => row['value'],
    change: { priority: 7 },
    wordAsId: 400,
  },
]

type Localized = Record<string, string>

interface Row extends Record<string, unknown> {
  id: number
  version: number
}

/** A word that the filter takes, and one that it does not; any text is a text to look for. */
function wordsFor(filter: Filter): { good: string[]; bad: string } {
  switch (filter.kind) {
    case 'text':
      return { good: ['a', '=a', '%'], bad: 'a'.repeat(2001) }
    case 'oneOf':
      return { good: [filter.values.join(','), filter.values[0] ?? ''], bad: 'nothing of the kind' }
    case 'number': {
      const { min = -5, max = 999_999_999_999_999 } = filter
      return { good: [`${min}..${max}`, `${min}`, `..${max}`, `${max}..`], bad: '3..2' }
    }
    case 'day':
      return { good: ['2026-01-31', '2000-01-01..', '..9999-12-31'], bad: '2026-02-30' }
    case 'yesNo':
      return { good: ['true', 'false'], bad: 'perhaps' }
    case 'record':
    case 'unit':
      return { good: ['1', '1,999999999999999'], bad: '1,,2' }
  }
}

/** A page of a list, as every list answers it. */
async function list(staff: Caller, endpoint: Endpoint, query: CallInput['query'] = {}): Promise<ListEnvelope<Row>> {
  return (await staff.call(endpoint, { query })) as ListEnvelope<Row>
}

test('every resource of the contract is in this table', async () => {
  const declared = (await declaredResources()).map((resource) => resource.path).sort()
  expect(subjects.map(({ resource }) => resource.path).sort()).toEqual(declared)
})

describe.each(subjects.map((subject) => [subject.resource.path, subject] as const))('%s', (path, subject) => {
  const { resource, sample, titleOf, sort, inOrder, change, wordAsId } = subject
  let n = 0
  const word = () => `${path}w${(n += 1)}`

  test('are created, read, changed in part and deleted, and each step leaves its trace', async ({ given, as, sql }) => {
    const person = await given.admin()
    const staff = as(person)
    const created = await staff.call(resource.create, { body: await sample(given, word()) })
    const { id } = created.data as Row
    expect(created.statusCode).toBe(201)
    const changed = (await staff.call(resource.update, { params: { id }, body: { id, ...change, version: 1 } }))
      .data as Row
    expect(changed).toMatchObject({ id, ...change, version: 2 })
    expect(titleOf(changed)).toBe(titleOf(created.data as Row))
    expect((await staff.call(resource.get, { params: { id } })).data).toMatchObject(changed)
    await staff.call(resource.remove, { params: { id } })
    await expect(staff.call(resource.get, { params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    const trail = await sql.owner.query<{ action: string }>(
      `select action from audit where actor_id = $1 and subject_id = $2 order by id`,
      [person.id, String(id)],
    )
    expect(trail.rows.map((row) => row.action)).toEqual([`${path}.create`, `${path}.update`, `${path}.delete`])
  })

  test('keep their version when sent back as read, and refuse a misspelt key', async ({ staff, given }) => {
    const { id } = (await staff.call(resource.create, { body: await sample(given, word()) })).data as Row
    const input = { params: { id } }
    const read = (await staff.call(resource.get, input)).data as Row
    await staff.call(resource.update, { ...input, body: read })
    const after = (await staff.call(resource.get, input)).data as Row
    expect(after).toEqual(read)
    await expect(
      staff.call(resource.update, { ...input, body: { ...after, creatdAt: read['createdAt'] } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'creatdAt', code: 'UNKNOWN_KEY' }] })
  })

  test('are listed in pages with an exact total, sorted, the same rows in data and list', async ({ staff, given }) => {
    const common = word()
    const bodies: object[] = []
    for (const suffix of ['10', '2', '1']) bodies.push(await sample(given, `${common} ${suffix}`))
    const before = (await list(staff, resource.list)).total
    for (const body of bodies) await staff.call(resource.create, { body })
    const all = await list(staff, resource.list, { pageSize: 100 })
    expect(all).toMatchObject({
      success: true,
      total: before + 3,
      pagination: { current: 1, pageSize: 100, total: before + 3 },
    })
    expect(all.list).toEqual(all.data)
    const expected = inOrder.map((suffix) => `${common} ${suffix}`)
    const up = await list(staff, resource.list, { q: common, sort, pageSize: 2 })
    expect(up.data.map(titleOf)).toEqual(expected.slice(0, 2))
    expect(up.total).toBe(3)
    const last = await list(staff, resource.list, { q: common, sort: `-${sort}`, size: 2, page: 2 })
    expect(last.data.map(titleOf)).toEqual(expected.slice(0, 1))
    expect((await list(staff, resource.list, { page: 999 })).data).toEqual([])
  })

  test('are searched without case and accents, and pattern signs are plain text', async ({ staff, given }) => {
    const mark = word()
    await staff.call(resource.create, { body: await sample(given, `${mark} Água 100%_\\`) })
    const hits = async (q: string) => (await list(staff, resource.list, { q })).total
    expect(await hits(`${mark} agua`)).toBe(1)
    expect(await hits(`AGUA ${mark.toUpperCase()}`)).toBe(1)
    expect(await hits(`${mark} 100%_\\`)).toBe(1)
    expect(await hits(`${mark}%gua`)).toBe(0)
    expect(await hits(`${mark} 1_0`)).toBe(0)
    expect(await hits('   ')).toBe((await list(staff, resource.list)).total)
  })

  test('are narrowed by each of their filters; all wrong values are refused at once', async ({ staff, given }) => {
    await staff.call(resource.create, { body: await sample(given, word()) })
    const filters = Object.entries(resource.filters)
    const total = (await list(staff, resource.list)).total
    const hits = async (key: string, value: string) => (await list(staff, resource.list, { [key]: value })).total
    for (const [key, filter] of filters) {
      for (const value of wordsFor(filter).good) expect(await hits(key, value)).toBeLessThanOrEqual(total)
      expect((await hits(key, '~')) + (await hits(key, '!~'))).toBe(total)
    }
    const empty = Object.fromEntries(filters.map(([key]) => [key, '']))
    expect((await list(staff, resource.list, { ...empty, q: '', page: '', sort: '' })).total).toBe(total)
    const bad = Object.fromEntries(filters.map(([key, filter]) => [key, wordsFor(filter).bad]))
    const paths = filters.map(([key]) => expect.objectContaining({ path: key }) as unknown)
    const refusal = { status: 400, code: 'VALIDATION_FAILED' }
    if (filters.length > 0)
      await expect(list(staff, resource.list, bad)).rejects.toMatchObject({ ...refusal, errors: paths })
  })

  test('refuse bad input with every problem at once and change nothing', async ({ staff, given }) => {
    const body = { ...(await sample(given, word())), bogus: 1, createdAt: '2020-01-01' }
    const total = (await list(staff, resource.list)).total
    const refusal = staff.call(resource.create, { body })
    await expect(refusal).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: expect.arrayContaining([
        expect.objectContaining({ path: 'bogus', code: 'UNKNOWN_KEY' }),
        expect.objectContaining({ path: 'createdAt', code: 'UNKNOWN_KEY' }),
      ]) as unknown,
    })
    await expect(staff.call(resource.create, { body: { title: { $ne: null } } })).rejects.toMatchObject({
      status: 400,
    })
    await expect(staff.call(resource.create, { body: { title: 'a\0b' } })).rejects.toMatchObject({ status: 400 })
    // Pages of site categories are also counted from 0 (seed §3).
    const below = resource.path === 'siteCategories' ? [] : [{ page: 0 }]
    for (const query of [...below, { pageSize: 101 }, { pageSize: '1e1' }, { sort: 'password' }, { bogus: 1 }]) {
      await expect(list(staff, resource.list, query)).rejects.toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      })
    }
    await expect(staff.call(resource.get, { params: { id: 'abcdefghijkl' } })).rejects.toMatchObject({
      status: wordAsId,
    })
    for (const id of ['1.5', '-1', '0', '1e3', '99999999999999999999']) {
      await expect(staff.call(resource.get, { params: { id } })).rejects.toMatchObject({
        status: 400,
        code: 'BAD_ID',
      })
    }
    expect((await list(staff, resource.list)).total).toBe(total)
  })

  test('refuse a stale version with the current row, and an id that is not the path’s', async ({ staff, given }) => {
    const { id } = (await staff.call(resource.create, { body: await sample(given, word()) })).data as Row
    await staff.call(resource.update, { params: { id }, body: { ...change, version: 1 } })
    await expect(
      staff.call(resource.update, { params: { id }, body: { ...change, version: 1 } }),
    ).rejects.toMatchObject({ status: 409, code: 'STALE', data: { id, version: 2 } })
    await expect(staff.call(resource.update, { params: { id }, body: { id: id + 1 } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('are deleted in bulk with an outcome per row, and the total follows', async ({ staff, given }) => {
    const make = async () => ((await staff.call(resource.create, { body: await sample(given, word()) })).data as Row).id
    const ids = [await make(), await make()]
    const total = (await list(staff, resource.list)).total
    const answer = await staff.call(resource.removeMany, { body: { ids: [...ids, 999_999_999, ids[0]] } })
    expect(answer.success).toBe(false)
    expect(answer.data).toMatchObject({ requested: 3, succeeded: 2, failed: 1, skipped: 0 })
    expect((answer.data as { results: object[] }).results).toContainEqual(
      expect.objectContaining({ id: 999_999_999, ok: false, code: 'NOT_FOUND' }),
    )
    expect((await list(staff, resource.list)).total).toBe(total - 2)
  })

  test('are deleted by what the list shows, unless it shows others than were seen', async ({ staff, given, as }) => {
    const common = word()
    for (const suffix of ['1', '2', '3'])
      await staff.call(resource.create, { body: await sample(given, `${common} ${suffix}`) })
    const filter = { q: common }
    const remove = (body: object) => staff.call(resource.removeMany, { body })
    await expect(remove({ filter, expected: 2 })).rejects.toMatchObject({
      status: 409,
      code: 'SELECTION_CHANGED',
      data: { total: 3 },
    })
    const refusals: [object, string][] = [
      [{}, 'ids'],
      [{ filter }, 'expected'],
      [{ ids: [1], expected: 1 }, 'expected'],
      [{ filter, ids: [1], expected: 3 }, 'filter'],
      [{ filter: { q: common, bogus: 'x' }, expected: 3 }, 'filter.bogus'],
    ]
    for (const [body, path] of refusals)
      await expect(remove(body)).rejects.toMatchObject({ status: 400, errors: [{ path }] })
    const total = (await list(staff, resource.list)).total
    const blind = as(await given.admin({ permissions: [resource.removeMany.access as PermissionName] }))
    await expect(blind.call(resource.removeMany, { body: { filter, expected: 3 } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      data: { needs: resource.read },
    })
    expect((await remove({ filter, expected: 3 })).data).toMatchObject({ requested: 3, succeeded: 3, failed: 0 })
    expect((await list(staff, resource.list)).total).toBe(total - 3)
    expect((await remove({ filter, expected: 0 })).data).toMatchObject({ requested: 0, results: [] })
  })

  test('are exported as workbook and CSV: the rows that the list shows, in its order', async ({ app }) => {
    const { given, as } = app
    const person = await given.admin()
    const staff = as(person)
    const common = word()
    for (const suffix of ['10', '2', '1'])
      await staff.call(resource.create, { body: await sample(given, `${common} ${suffix}`) })
    givenWorker(app, jobKinds)
    const shown = (await list(staff, resource.list, { q: common, sort: `-${sort}` })).data
    const asked = { filter: { q: common }, sort: `-${sort}` }
    const chosen = { ...asked, format: 'XLSX', columns: [{ key: 'id', title: 'Nº' }] }
    const { statusCode, data } = await staff.call(resource.export, { body: chosen })
    expect(statusCode).toBe(202)
    const whole = (await staff.call(resource.export, { body: { ...asked, format: 'CSV' } })).data as { jobId: number }
    const job = await untilState(app, person, (data as { jobId: number }).jobId, 'DONE')
    expect(job).toMatchObject({ kind: 'records.export', subject: path, done: 3, total: 3 })
    const ids = shown.map((row) => [String(row.id)])
    expect(await readExport(staff, job.file, 'XLSX')).toEqual([['Nº'], ...ids])
    const { file } = await untilState(app, person, whole.jobId, 'DONE')
    const [head = [], ...rows] = await readExport(staff, file, 'CSV')
    expect(head).toEqual(Object.keys(resource.row.shape))
    expect(rows.map((row) => [row[head.indexOf('id')]])).toEqual(ids)
    await expect(
      staff.call(resource.export, { body: { format: 'PDF', columns: [{ key: 'bogus', title: '=1' }] } }),
    ).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  test('are closed to strangers and to staff without the right', async ({ given, as }) => {
    const calls: [Endpoint, object][] = [
      [resource.list, {}],
      [resource.get, { params: { id: 1 } }],
      [resource.create, { body: {} }],
      [resource.update, { params: { id: 1 }, body: {} }],
      [resource.remove, { params: { id: 1 } }],
      [resource.removeMany, { body: { ids: [1] } }],
      [resource.export, { body: { format: 'CSV' } }],
    ]
    for (const [endpoint, input] of calls) {
      await expect(as(undefined).call(endpoint, input)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
      const without = everyPermission.filter((name) => name !== endpoint.access)
      const staff = as(await given.admin({ permissions: without }))
      await expect(staff.call(endpoint, input)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
  })

  test('created twice with one Idempotency-Key are made once; another body is refused', async ({ staff, given }) => {
    const body = await sample(given, word())
    const headers = { 'idempotency-key': word() }
    const times = 10
    const answers = await Promise.all(
      Array.from({ length: times }, () => staff.raw(resource.create, { body, headers })),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    const bodies = new Set(answers.map((answer) => answer.bytes.toString()))
    expect(bodies.size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(times - 1)
    const other = await sample(given, word())
    await expect(staff.call(resource.create, { body: other, headers })).rejects.toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })
})

const byValue = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other))
/** Names in the order of the database: numbers by their size. */
const asRead = new Intl.Collator('en', { numeric: true }).compare as typeof byValue

/** A list of its own kind, which takes filters, orders and an export as resources do. */
interface WorkList {
  declared: { path: string; filters: Filters; sort: readonly string[]; file: ObjectSchema; export: Endpoint }
  list: Endpoint
  /** What its export is called, where that is not the end of its path. */
  subject?: string
  /** Where a role of all common permissions does not do. */
  reader?: { role: string }
  /** Makes some rows and answers the word that asks for them alone. */
  given: (app: TestApp) => Promise<Record<string, string>>
  /** For each filter a word that this row answers to. */
  wordsOf: (row: never) => Record<string, string>
  /** Where a row has what it is sorted by, when that is not under the key. */
  sorted?: Record<string, (row: Row) => unknown>
}

let rounds = 0
const dayOf = (at: string) => at.slice(0, 10)

const workLists: WorkList[] = [
  {
    declared: paymentList,
    list: payments.list,
    async given({ given }) {
      const { surveyId } = await given.payments({ count: 3 })
      return { surveyId: String(surveyId) }
    },
    wordsOf: (row: PaymentRow) => ({
      status: row.status,
      surveyId: String(row.surveyId),
      siteId: '~',
      runId: '~',
      uploadId: '~',
      participantId: String(row.participant?.id),
      amount: row.amount,
      currency: `=${row.currency}`,
      provider: `=${row.provider}`,
      reason: '~',
      createdAt: dayOf(row.createdAt),
      updatedAt: dayOf(row.updatedAt),
    }),
    sorted: { amount: (row) => Number(row['amountMinor']) },
  },
  {
    declared: responseList,
    list: responses.list,
    async given({ given }) {
      const survey = await given.survey()
      await given.responses(survey, 3)
      return { surveyId: String(survey.id) }
    },
    wordsOf: (row: ResponseRow) => ({
      status: row.status,
      surveyId: String(row.surveyId),
      surveyVersion: String(row.surveyVersion),
      siteId: '~',
      administrativeUnitId: '~',
      participantId: String(row.participant?.id),
      source: row.source,
      collector: '~',
      isPilot: String(row.isPilot),
      flags: '~',
      fence: '~',
      issueCategoryId: '~',
      submittedAt: dayOf(row.submittedAt),
      reviewedAt: '~',
      reviewedBy: '~',
    }),
  },
  {
    declared: transactionList,
    list: payments.transactions,
    async given({ given, as }) {
      const { surveyId, ids } = await given.payments({ count: 3, status: 'APPROVED' })
      await given.float({ amountMinor: 150_000 })
      await as(await given.admin()).call(payments.bulkAuthorize, { body: ids })
      return { surveyId: String(surveyId) }
    },
    wordsOf: (row: TransactionRow) => ({
      status: row.state,
      surveyId: String(row.surveyId),
      paymentId: String(row.paymentId),
      participantId: String(row.participant?.id),
      amount: row.amount,
      currency: `=${row.currency}`,
      provider: `=${row.provider}`,
      reasonCode: '~',
      requestedAt: dayOf(row.requestedAt),
      sentAt: '~',
      finalAt: '~',
    }),
    sorted: { amount: (row) => Number(row['amountMinor']) },
  },
  {
    declared: taskList,
    list: tasks.list,
    async given({ given }) {
      const survey = await given.survey()
      await given.responses(survey, 3)
      return { surveyId: String(survey.id) }
    },
    wordsOf: (row: TaskRow) => ({
      status: String(row.status),
      surveyId: String(row.surveyId),
      siteId: '~',
      administrativeUnitId: '~',
      assigneeId: String(row.assignee?.id),
      note: '~',
      dueAt: '~',
      createdAt: dayOf(row.createdAt),
      updatedAt: dayOf(row.updatedAt),
    }),
  },
  {
    declared: accessList,
    list: surveyAccess.list,
    subject: 'surveyAccess',
    async given({ given, as }) {
      const { id: surveyId } = await given.survey()
      const { id: subjectId } = await given.admin()
      for (const right of ['VIEW', 'REVIEW', 'EDIT'] as const)
        await as(await given.admin()).call(surveyAccess.create, {
          body: { surveyId, subjectType: 'USER', subjectId, right },
        })
      return { surveyId: String(surveyId) }
    },
    wordsOf: (row: SurveyAccess) => ({
      surveyId: String(row.surveyId),
      subjectType: row.subjectType,
      subjectName: `=${row.subjectName}`,
      right: row.right,
      isExpired: 'false',
      expiresAt: '~',
      createdAt: dayOf(row.createdAt),
    }),
  },
  {
    declared: participantList,
    list: people.participants,
    async given({ given }) {
      rounds += 1
      for (const n of [1, 2, 3]) await given.participant({ name: `Person ${rounds}${n}` })
      return { name: `Person ${rounds}` }
    },
    wordsOf: (row: PersonRow) => ({
      name: row.name.slice(2),
      phone: row.phone?.slice(-6) ?? '',
      email: '~',
      gender: '~',
      administrativeUnitId: '~',
      status: row.status,
      createdAt: dayOf(row.createdAt),
      updatedAt: dayOf(row.updatedAt),
    }),
  },
  {
    declared: staffList,
    list: people.admins,
    reader: { role: 'ADMINISTRATOR' },
    async given({ given }) {
      const role = await given.role(['companies.read'])
      for (const _ of [1, 2, 3]) await given.admin({ role: role.role })
      return { roleId: String(role.id) }
    },
    wordsOf: (row: PersonRow) => ({
      name: `=${row.name}`,
      username: `=${row.username}`,
      phone: '~',
      email: '~',
      administrativeUnitId: '~',
      status: row.status,
      roleId: String(row.roleId),
      mustChangePassword: String(row.mustChangePassword),
      lastLoginAt: '~',
      createdAt: dayOf(row.createdAt),
      updatedAt: dayOf(row.updatedAt),
    }),
  },
  {
    declared: logList,
    list: logs.list,
    async given({ given, as }) {
      const staff = await given.admin()
      for (const n of [1, 2, 3])
        await as(staff).call(categories.create, { body: { title: `Of ${staff.username} ${n}` } })
      return { actorId: String(staff.id) }
    },
    wordsOf: (row: LogRow) => ({
      at: dayOf(row.at),
      actorId: String(row.actor?.id),
      subjectType: row.subjectType,
      address: `=${row.address}`,
    }),
  },
]

describe.each(workLists.map((work) => [work.declared.path, work] as const))('%s', (path, work) => {
  const { declared, list: call, reader = {}, sorted = {}, subject = path.split('/').at(-1) } = work

  test('are narrowed by each of their filters to the rows that answer to it', async ({ app }) => {
    const { given, as } = app
    const staff = as(await given.admin(reader))
    const [row] = (await list(staff, call, await work.given(app))).data
    await work.given(app)
    const { total } = await list(staff, call)
    const words = work.wordsOf(row as never)
    expect(Object.keys(words).sort()).toEqual(Object.keys(declared.filters).sort())
    for (const [key, filter] of Object.entries(declared.filters)) {
      const hits = async (word: string) => (await list(staff, call, { [key]: word })).total
      const asked = await list(staff, call, { ...words, [key]: words[key] ?? '' })
      expect(asked.data).toContainEqual(row)
      expect(await hits(words[key] ?? '')).toBeGreaterThan(0)
      // One survey alone must be there.
      const good = wordsFor(filter).good.filter((word) => key !== 'surveyId' || word !== '1')
      for (const word of good) expect(await hits(word)).toBeLessThanOrEqual(total)
      expect([key, (await hits('~')) + (await hits('!~'))]).toEqual([key, total])
    }
    const filters = Object.entries(declared.filters)
    const bad = Object.fromEntries(filters.map(([key, filter]) => [key, wordsFor(filter).bad]))
    const paths = filters.map(([key]) => expect.objectContaining({ path: key }) as unknown)
    await expect(list(staff, call, bad)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors: paths })
  })

  test('are sorted both ways by each of their orders, whatever narrows them', async ({ app }) => {
    const { given, as } = app
    const staff = as(await given.admin(reader))
    const some = await work.given(app)
    await work.given(app)
    for (const key of declared.sort) {
      const valueOf = sorted[key] ?? ((row: Row) => row[key])
      const [filter = ''] = Object.keys(declared.filters)
      for (const query of [{}, some, { ...some, [filter]: '!~' }]) {
        const asked = { ...query, pageSize: 100 }
        const up = (await list(staff, call, { ...asked, sort: key })).data
        const down = await list(staff, call, { ...asked, sort: `-${key}` })
        expect(up.length).toBeGreaterThanOrEqual(3)
        const values = up.map(valueOf).filter((value) => value !== null) as (string | number)[]
        expect(values).toEqual(values.toSorted(['name', 'surveyTitle'].includes(key) ? asRead : byValue))
        if (down.total <= 100) expect(down.data).toEqual(up.toReversed())
      }
    }
  })

  test('are exported: as many rows as the list promised, in its order', async ({ app }) => {
    const { given, as } = app
    const person = await given.admin(reader)
    const staff = as(person)
    const filter = await work.given(app)
    givenWorker(app, jobKinds)
    const [order = ''] = declared.sort
    const { data, total } = await list(staff, call, { ...filter, sort: order })
    const answer = await staff.call(declared.export, { body: { format: 'CSV', filter, sort: order } })
    const job = await untilState(app, person, (answer.data as { jobId: number }).jobId, 'DONE')
    expect(job).toMatchObject({ kind: 'records.export', subject, done: total, total })
    const [head, ...rows] = await readExport(staff, job.file, 'CSV')
    expect(head).toEqual(Object.keys(declared.file.shape))
    const [key = ''] = head ?? []
    expect(rows.map(([first]) => first)).toEqual(data.map((row) => String(row[key])))
  })
})
