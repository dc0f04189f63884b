import { expect } from 'vitest'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { everyPermission } from '../test/given.ts'
import { test } from '../test/with-app.ts'

/** Codes of the questions by section, each with those of its options. */
function outline({ sections }: SurveyDetail): string[][] {
  return sections.map(({ questions }) =>
    questions.map(({ code, answers }) => [code, ...answers.map((answer) => answer.code)].join(' ')),
  )
}

test('a survey of nothing but a title takes the defaults and an encodedId of its own', async ({ staff }) => {
  const { data } = await staff.call(surveys.create, { body: { title: 'Households' } })
  expect(data).toMatchObject({
    title: 'Households',
    accessibility: 'PRIVATE',
    surveyType: 'FREE',
    amount: null,
    amountMinor: null,
    currency: 'MZN',
    paymentAggregation: 'INDIVIDUAL',
    aggregationCount: 1,
    allowMultipleResponses: false,
    status: 'DRAFT',
    currentVersion: null,
    questionCount: 0,
    responseCount: 0,
  })
  expect(data.encodedId).toMatch(/^[a-z][A-Za-z0-9_-]{21}$/)
})

test('a survey is made with its sections, questions and answers, or not at all', async ({ staff, sql }) => {
  const sections = [
    {
      title: 'House',
      questions: [
        { text: { en: 'Province?', 'pt-br': 'Província?' }, type: 'SINGLE', answers: [{ text: 'North', code: 'n' }] },
        {
          text: 'District?',
          type: 'SINGLE',
          code: 'q1',
          relevant: "q2 = 'n'",
          answers: [
            { text: 'A', parentCode: 'n' },
            { text: 'B', parentCode: 'n' },
          ],
        },
      ],
    },
    { title: 'People', repeat: { max: 5 }, questions: [{ text: 'Age?', type: 'INTEGER', validation: { min: 0 } }] },
  ]
  const { data } = await staff.call(surveys.create, { body: { title: 'Whole', sections } })
  expect(data).toMatchObject({ status: 'DRAFT', questionCount: 3 })
  const params = { id: data.id }
  expect(outline((await staff.call(surveys.get, { params })).data)).toEqual([['q2 n', 'q1 1 2'], ['q3']])
  await staff.call(surveys.publish, { params: { surveyId: data.id } })
  const count = async () => (await sql.owner.query('select count(*) as n from survey')).rows
  const before = await count()
  const wrong = [
    {
      title: 'One',
      questions: [{ text: 'A?', type: 'SINGLE', code: 'a', answers: [{ text: 'X', parentCode: 'y' }] }],
    },
    {
      title: 'Two',
      questions: [
        { text: 'A?', type: 'TEXT', code: 'A', validation: { min: 1 } },
        { text: 'B?', type: 'TEXT', relevant: 'nothing = 1' },
      ],
    },
  ]
  await expect(staff.call(surveys.create, { body: { title: 'No', sections: wrong } })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'sections[1].questions[0].validation.min', code: 'NOT_FOR_TYPE' },
      { path: 'sections[1].questions[0].code', code: 'DUPLICATE' },
      { path: 'sections[0].questions[0].answers[0].parentCode', code: 'UNKNOWN_PARENT_OPTION' },
      { path: 'sections[1].questions[1].relevant', code: 'EXPRESSION_QUESTION' },
    ],
  })
  const typed = { title: 'No', sections: [{ title: 'One', questions: [{ text: 'A?', typ: 'TEXT' }] }] }
  await expect(staff.call(surveys.create, { body: typed })).rejects.toMatchObject({
    errors: [
      { path: 'sections[0].questions[0].type', code: 'REQUIRED' },
      { path: 'sections[0].questions[0].typ', code: 'UNKNOWN_KEY' },
    ],
  })
  expect(await count()).toEqual(before)
})

test('every call finds a survey by its number and its encodedId, and by nothing else', async ({ staff, given }) => {
  const { id, encodedId, title } = await given.survey()
  const byCode = await staff.call(surveys.get, { params: { id: encodedId } })
  expect(byCode.data).toEqual((await staff.call(surveys.get, { params: { id } })).data)
  expect(byCode.data).toMatchObject({ id, title })
  const body = { id: encodedId, summary: 'Short' }
  expect((await staff.call(surveys.update, { params: { id: encodedId }, body })).data.summary).toBe('Short')
  for (const [unknown, status] of [
    ['access', 404],
    [encodedId.slice(0, -1), 404],
    ['999999999', 404],
    ['1e3', 400],
    ['0', 400],
    ['-1', 400],
    ['_x', 400],
  ] as const) {
    await expect(staff.call(surveys.get, { params: { id: unknown } })).rejects.toMatchObject({ status })
    await expect(staff.call(surveys.publish, { params: { surveyId: unknown } })).rejects.toMatchObject({ status })
    await expect(staff.call(surveys.remove, { params: { id: unknown } })).rejects.toMatchObject({ status })
  }
  await staff.call(surveys.remove, { params: { id: encodedId } })
  await expect(staff.call(surveys.get, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the amount comes in as text or number and goes out as text beside minor units', async ({ staff }) => {
  const paid = { title: 'Paid', surveyType: 'PAID' }
  const create = (body: object) => staff.call(surveys.create, { body: { ...paid, ...body } })
  expect((await create({ amount: '500' })).data).toMatchObject({ amount: '500.00', amountMinor: 50_000 })
  expect((await create({ amount: 12.5, currency: 'TND' })).data).toMatchObject({
    amount: '12.500',
    amountMinor: 12_500,
  })
  const { data } = await create({ amount: '500', currency: 'UGX' })
  expect(data).toMatchObject({ amount: '500', amountMinor: 500 })
  const update = (body: object) => staff.call(surveys.update, { params: { id: data.id }, body })
  expect((await update({ currency: 'MZN' })).data).toMatchObject({ amount: '500.00', amountMinor: 50_000 })
  await expect(update({ currency: 'UGX', amount: '1.50' })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'amount', code: 'CURRENCY_DIGITS', limit: 0 }],
  })
  await expect(update({ amount: null })).rejects.toMatchObject({
    errors: [{ path: 'amount', code: 'AMOUNT_NEEDED' }],
  })
  expect((await update({ amount: 0, surveyType: 'FREE' })).data).toMatchObject({ amount: null, amountMinor: null })
})

test('an amount above the highest of its currency is refused with that highest amount', async ({ staff }) => {
  const paid = { title: 'Paid', surveyType: 'PAID', amount: '100000.00' }
  const { data } = await staff.call(surveys.create, { body: paid })
  const update = (body: object) => staff.call(surveys.update, { params: { id: data.id }, body })
  await expect(update({ amount: '100000.01' })).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'amount', code: 'AMOUNT_TOO_HIGH', message: 'One payment may be at most MZN 100000.00.' }],
  })
  for (const other of [{ currency: 'TND' }, { paymentAggregation: 'GROUPED', aggregationCount: 2 }])
    await expect(update(other)).rejects.toMatchObject({ errors: [{ path: 'amount', code: 'AMOUNT_TOO_HIGH' }] })
  for (const amount of ['100000.01', '9999999999999.99', Number.MAX_SAFE_INTEGER])
    await expect(staff.call(surveys.create, { body: { ...paid, amount } }), String(amount)).rejects.toMatchObject({
      errors: [{ path: 'amount' }],
    })
})

test('bad settings are refused with all problems, unknown keys and references too', async ({ staff }) => {
  const body = {
    title: 'Wrong',
    surveyType: 'PAID',
    paymentAggregation: 'GROUPED',
    startsAt: '2026-02-01T00:00:00Z',
    endsAt: '2026-01-01T00:00:00Z',
  }
  await expect(staff.call(surveys.create, { body })).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: [
      { path: 'amount', code: 'AMOUNT_NEEDED' },
      { path: 'aggregationCount', code: 'TOO_SMALL' },
      { path: 'endsAt', code: 'END_BEFORE_START' },
    ],
  })
  for (const key of ['status', 'encodedId', 'currentVersion', 'amountMinor', 'ownerId']) {
    await expect(staff.call(surveys.create, { body: { title: 'Wrong', [key]: 1 } })).rejects.toMatchObject({
      errors: [{ path: key, code: 'UNKNOWN_KEY' }],
    })
  }
  await expect(staff.call(surveys.create, { body: { title: 'Wrong', companyId: 999_999 } })).rejects.toMatchObject({
    status: 422,
    code: 'UNKNOWN_REFERENCE',
  })
  expect((await staff.call(surveys.list, { query: { q: 'Wrong' } })).total).toBe(0)
})

test('an update of an outdated version is refused with the current row and its amount', async ({ staff, given }) => {
  const { id } = await given.survey({ status: 'DRAFT', amount: '500.00' })
  await staff.call(surveys.update, { params: { id }, body: { title: 'Theirs', version: 1 } })
  await expect(
    staff.call(surveys.update, { params: { id }, body: { title: 'Mine', version: 1 } }),
  ).rejects.toMatchObject({ status: 409, code: 'STALE', data: { title: 'Theirs', version: 2, amount: '500.00' } })
  expect((await staff.call(surveys.update, { params: { id }, body: { title: 'Mine' } })).data.version).toBe(3)
})

test('the list is filtered and says how many questions and responses each survey has', async ({
  staff,
  given,
  sql,
}) => {
  const company = await given.company()
  const paid = await given.survey({ title: 'Filtered paid', amount: '10', companyId: company.id })
  await given.survey({ title: 'Filtered draft', status: 'DRAFT' })
  await sql.owner.query(
    `insert into survey_total (survey_id, survey_version, is_pilot, status, slot, n)
       values ($1, 1, false, 'RECEIVED', 0, 3), ($1, 1, false, 'APPROVED', 5, 4), ($1, 1, true, 'RECEIVED', 0, 20)`,
    [paid.id],
  )
  const titles = async (query: Record<string, string | number>) =>
    (await staff.call(surveys.list, { query: { q: 'filtered', ...query } })).data.map((row) => row.title)
  expect(await titles({})).toEqual(['Filtered draft', 'Filtered paid'])
  expect(await titles({ sort: '-title' })).toEqual(['Filtered paid', 'Filtered draft'])
  expect(await titles({ status: 'DRAFT' })).toEqual(['Filtered draft'])
  expect(await titles({ surveyType: 'PAID' })).toEqual(['Filtered paid'])
  expect(await titles({ surveyType: 'PAID', status: 'DRAFT' })).toEqual([])
  const { data, total } = await staff.call(surveys.list, { query: { companyId: company.id } })
  expect([total, data[0]]).toMatchObject([1, { id: paid.id, questionCount: 8, responseCount: 7, amount: '10.00' }])
  await expect(staff.call(surveys.list, { query: { status: 'GONE' } })).rejects.toMatchObject({ status: 400 })
})

test('a survey with responses is not deleted, neither alone nor among others', async ({ staff, given, sql }) => {
  const kept = await given.survey()
  const free = await given.survey()
  await sql.owner.query(
    `insert into form (survey_id, survey_version, status, source, client_uuid, submitted_at)
       values ($1, 1, 'RECEIVED', 'EXCEL', 'a', now())`,
    [kept.id],
  )
  await expect(staff.call(surveys.remove, { params: { id: kept.id } })).rejects.toMatchObject({
    status: 409,
    code: 'IN_USE',
    data: { usedBy: { form: 1 } },
  })
  const { success, data } = await staff.call(surveys.removeMany, { body: { ids: [kept.id, free.id] } })
  expect([success, data.results]).toMatchObject([
    false,
    [
      { id: kept.id, ok: false, code: 'IN_USE' },
      { id: free.id, ok: true },
    ],
  ])
  const { rows } = await sql.owner.query(
    `select from section where survey_id = $1 union all select from survey_version where survey_id = $1`,
    [free.id],
  )
  expect(rows).toEqual([])
})

test('the content comes nested and in order, wherever the rows were made', async ({ given, as }) => {
  const survey = await given.survey()
  const staff = as(await given.admin({ permissions: ['surveys.read', 'surveys.all'] }))
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(outline(data)).toEqual([
    ['name', 'members', 'income', 'visited'],
    ['village god ruaca other', 'items bicycle radio cow none', 'home', 'notes'],
  ])
  expect(data.changedSincePublish).toBe(false)
})

test('each call asks for its own right', async ({ given, as }) => {
  const { id } = await given.survey({ status: 'DRAFT' })
  for (const [permission, endpoint, input] of [
    ['surveys.read', surveys.get, { params: { id } }],
    ['surveys.write', surveys.update, { params: { id }, body: {} }],
    ['surveys.publish', surveys.publish, { params: { surveyId: id } }],
    ['surveys.delete', surveys.remove, { params: { id } }],
  ] as const) {
    const without = as(await given.admin({ permissions: everyPermission.filter((name) => name !== permission) }))
    await expect(without.call(endpoint, input)).rejects.toMatchObject({ status: 403 })
  }
})
