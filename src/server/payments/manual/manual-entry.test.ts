/** Payments entered by hand, one by one and from a file (seed §7). */
import { expect } from 'vitest'
import { manualPayments } from '#contract/manual-payments.ts'
import { payments } from '#contract/payments.ts'
import { test } from '../../test/with-payments.ts'

const name = /^MAN-[0-9A-HJKMNP-TV-Z]{26}$/

test('a payment entered by hand is put forward by its maker and paid by two others', async ({
  given,
  maker,
  approver,
  authorizer,
  sql,
}) => {
  const { responseIds, surveyId } = await given.payments()
  await given.float({ amountMinor: 100_000 })
  const [locationId = 0] = responseIds
  const query = { locationId, phoneNumber: '+258 84 000 7001', amount: '12.50' }
  const { data } = await maker.call(manualPayments.initiate, { query })
  expect(data).toMatchObject({
    kind: 'MANUAL',
    status: 'INITIATED',
    surveyId,
    amount: '12.50',
    phone: '+258840007001',
  })
  expect(data.id).toMatch(name)
  const params = { id: String(data.id) }
  await expect(maker.call(manualPayments.setStatus, { params, body: { status: 'APPROVED' } })).rejects.toMatchObject({
    code: 'SELF_ACTION',
  })
  await approver.call(manualPayments.setStatus, { params, body: { status: 'APPROVED' } })
  const paid = await authorizer.call(manualPayments.setStatus, { params, body: { status: 'PROCESSING' } })
  expect(paid.data).toMatchObject({ outcome: 'PAYMENT', status: 'PROCESSING' })
  const { rows } = await sql.owner.query(`select location_id, reason from manual_payment where payable_id = $1`, [
    data.paymentId,
  ])
  expect(rows).toEqual([{ location_id: locationId, reason: 'OTHER' }])
})

test('each path of payments refuses the ids of the other', async ({ given, maker }) => {
  const { ids, surveyId } = await given.payments()
  const body = { status: 'INITIATED' as const }
  const manual = (id: string) => maker.call(manualPayments.setStatus, { params: { id }, body })
  await expect(manual(String(ids[0]))).rejects.toMatchObject({ status: 400, code: 'USE_STANDARD_PATH' })
  await expect(manual('1e5')).rejects.toMatchObject({ status: 400, code: 'BAD_ID' })
  await expect(manual('MAN-0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const standard = { params: { surveyId: 'MAN-0' }, body }
  await expect(maker.call(payments.setStatus, standard)).rejects.toMatchObject({ code: 'USE_MANUAL_PATH' })
  expect(surveyId).toBeGreaterThan(0)
})

test('what is missing or wrong is named at once, and nothing is entered', async ({ given, maker, as }) => {
  const { surveyId: locationId } = await given.payments({ count: 0 })
  await expect(maker.call(manualPayments.initiate, {})).rejects.toMatchObject({
    errors: ['locationId', 'phoneNumber', 'amount'].map((path) => ({ path, code: 'REQUIRED' })),
  })
  const query = { locationId, phoneNumber: 'call me', amount: '1.005' }
  await expect(maker.call(manualPayments.initiate, { query })).rejects.toMatchObject({
    errors: [
      { path: 'phoneNumber', code: 'BAD_PHONE' },
      { path: 'amount', code: 'CURRENCY_DIGITS' },
    ],
  })
  const high = { locationId, phoneNumber: '+258840007002', amount: '100000.01' }
  await expect(maker.call(manualPayments.initiate, { query: high })).rejects.toMatchObject({
    errors: [{ path: 'amount', code: 'AMOUNT_TOO_HIGH' }],
  })
  const stranger = as(await given.admin({ permissions: ['payments.initiate', 'payments.read'] }))
  const lawful = { ...high, amount: '1' }
  await expect(stranger.call(manualPayments.initiate, { query: lawful })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a second manual payment for one visit and phone needs a reason of its own', async ({ given, maker }) => {
  const [locationId = 0] = (await given.payments()).responseIds
  const body = { locationId, phoneNumber: '+258840007003', amount: 5 }
  await maker.call(manualPayments.initiate, { body })
  await expect(maker.call(manualPayments.initiate, { body })).rejects.toMatchObject({ code: 'PAYMENT_REPEATED' })
  const again = { ...body, overrideReason: 'Two trips on one day' }
  expect((await maker.call(manualPayments.initiate, { body: again })).data.status).toBe('INITIATED')
})

const csv = (text: string) => ({ name: 'payments.csv', bytes: Buffer.from(text) })

test('a file is entered whole, put forward by its uploader, and taken only once', async ({ given, maker, sql }) => {
  const { surveyId } = await given.payments({ count: 0 })
  const file = csv('Phone number,Amount,Reference\n+258840008001,5.00,A1\n+258840008002,7.50,A2\n')
  const call = { query: { surveyId }, file }
  const looked = await maker.call(manualPayments.upload, { ...call, query: { surveyId, dryRun: 'true' } })
  expect(looked.data).toMatchObject({ batchId: null, created: 0, rows: 2, total: [{ amount: '12.50' }] })
  const { data } = await maker.call(manualPayments.upload, call)
  expect(data).toMatchObject({ created: 2, rows: 2, repeated: false, warnings: [] })
  const again = await maker.call(manualPayments.upload, call)
  expect(again.data).toMatchObject({
    batchId: data.batchId,
    created: 2,
    repeated: true,
    total: [{ amount: '12.50' }],
  })
  const { rows } = await sql.owner.query(
    `select p.status, m.reference from manual_payment m join payable p on p.id = m.payable_id
       where m.upload_id = $1 order by m.reference`,
    [data.batchId],
  )
  expect(rows).toEqual([
    { status: 'INITIATED', reference: 'A1' },
    { status: 'INITIATED', reference: 'A2' },
  ])
})

test('every defect of a file is named by row and column, and nothing is stored', async ({ given, maker, sql }) => {
  const { surveyId } = await given.payments({ count: 0 })
  const text = [
    'phoneNumber,amount,currency,survey_id,reference,provider',
    `8.4E+08,5,MZN,${surveyId},R1,gsma`,
    `+258840008011,1.005,MZN,${surveyId},R2,gsma`,
    `+258840008012,0,MZN,${surveyId},R3,gsma`,
    `+258840008013,5,USD,${surveyId},R4,other`,
    `+258840008014,5,,99999999,R5,`,
    `+258840008015,5,,,R6,`,
    `+258840008016,999999,,${surveyId},R6,`,
  ].join('\n')
  const before = await sql.owner.query('select count(*) from payable')
  const refused = maker.call(manualPayments.upload, { file: csv(text) })
  const error = (await refused.catch((thrown: unknown) => thrown)) as {
    code: string
    data: { problems: { row: number; column: string; code: string }[] }
  }
  expect(error.code).toBe('WORKBOOK_ROWS_INVALID')
  expect(error.data.problems.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
    '2 phone_number PHONE_IS_NUMBER_FORMAT',
    '3 amount CURRENCY_DIGITS',
    '4 amount NOT_POSITIVE',
    '5 currency NOT_ALLOWED',
    '5 provider UNKNOWN_REFERENCE',
    '6 survey_id UNKNOWN_REFERENCE',
    '7 survey_id REQUIRED',
    '8 reference CODE_REPEATED',
    '8 amount AMOUNT_TOO_HIGH',
  ])
  expect((await sql.owner.query('select count(*) from payable')).rows).toEqual(before.rows)
})

test('local phones take the chosen country or the row currency’s, or are refused', async ({ given, maker }) => {
  const { surveyId } = await given.payments({ count: 0 })
  const line = (currency: string) =>
    `840008${String(surveyId).padStart(3, '0').slice(-3)},5.00,${currency},${surveyId}\n`
  const look = (text: string, query: object = {}) => {
    const file = csv(`Phone number,Amount,Currency,Survey number\n${text}`)
    return maker.call(manualPayments.upload, { query: { dryRun: 'true', ...query }, file })
  }
  await expect(look(line(''))).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
    data: { problems: [{ row: 2, column: 'phone_number', code: 'PHONE_COUNTRY_NEEDED' }] },
  })
  for (const looked of [look(line('MZN')), look(line(''), { country: 'MZ' }), look(line(''), { surveyId })])
    expect((await looked).data).toMatchObject({ rows: 1, problemCount: 0 })
  const { warnings } = (await look(line(''), { country: 'BR' })).data
  expect(warnings.map(({ group }) => group)).toContain('OTHER_COUNTRY')
})

test('rows that deserve a second look wait until each group of them is ticked', async ({ given, maker }) => {
  const { surveyId } = await given.payments({ count: 0 })
  const phone = '+258840008021'
  await maker.call(manualPayments.initiate, { body: { locationId: surveyId, phoneNumber: phone, amount: 1 } })
  const file = csv(`phone_number,amount\n${phone},5\n+258840008022,5\n+258840008022,6\n`)
  const call = (accept?: string) =>
    maker.call(manualPayments.upload, { query: { surveyId, ...(accept ? { accept } : {}) }, file })
  await expect(call()).rejects.toMatchObject({
    code: 'WARNINGS_UNTICKED',
    data: {
      warnings: [
        { group: 'SAME_PHONE', count: 2, rows: [3, 4] },
        { group: 'UNDER_WAY', count: 1, rows: [2] },
      ],
    },
  })
  await expect(call('SAME_PHONE')).rejects.toMatchObject({ code: 'WARNINGS_UNTICKED' })
  expect((await call('SAME_PHONE,UNDER_WAY')).data.created).toBe(3)
})
