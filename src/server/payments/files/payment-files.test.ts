/** Payments that go to a provider as a file and come back as one: two people release it, each line ends its own payment. */
import { desk } from '#contract/desk.ts'
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { paymentFiles, type ResultReport } from '#contract/payment-files.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { paymentProviders } from '#contract/payment-providers.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { firstMapping, type PaymentFileMapping } from '#domain/money/payment-file.ts'
import type { ResultMapping } from '#domain/money/payment-result.ts'
import { bytesOfFile } from '../../files/store.ts'
import { claimDue } from '../worker/attempt-store.ts'
import { readRecords } from '../worker/provider-records.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const price = 1050
const currency = 'MZN'
let made = 0

/** A portal of its own, that serves phones of its own, with payments that wait for a file. */
async function givenPortal({ sql, given, letGo }: PaymentsApp, count: number) {
  made += 1
  const provider = `portal-${made}`
  const prefix = `+258${70 + made}`
  await sql.owner.query(
    `insert into provider (name, title, kind, prefixes, enabled) values ($1, 'Portal', 'FILE', array[$2], true)`,
    [provider, prefix],
  )
  const phones = Array.from({ length: count }, (_, n) => `${prefix}${String(1_000_000 + n)}`)
  await given.float({ provider, currency, amountMinor: price * count })
  const ids: number[] = []
  for (let at = 0; at < count; at += 5000) {
    const part = await given.payments({ phones: phones.slice(at, at + 5000), amountMinor: price, currency })
    await letGo(part.ids)
    ids.push(...part.ids)
  }
  return { provider, ids, which: { provider, currency } }
}

async function asked({ maker }: PaymentsApp, which: { provider: string }, mapping: PaymentFileMapping = firstMapping) {
  return (await maker.call(paymentFiles.ask, { body: { ...which, mapping } })).data
}

/** Asked by one person, released by another; the lines of the file as they came. */
async function released(app: PaymentsApp, which: { provider: string }, mapping = firstMapping) {
  const { approver, services } = app
  const { id } = await asked(app, which, mapping)
  const { data } = await approver.call(paymentFiles.act, { params: { id }, body: { act: 'RELEASE' } })
  const bytes = await bytesOfFile(services.database.db, services.files, data.file?.id ?? 0)
  const lines = bytes
    .toString()
    .split('\r\n')
    .map((line) => line.split(','))
  return { ...data, bytes, lines: lines.slice(1, -1) }
}

const reading: ResultMapping = {
  headingRow: 1,
  columns: {
    reference: 'Ref',
    status: 'State',
    reason: 'Why',
    amount: 'Delivered',
    day: 'Day',
    providerRef: 'Receipt',
  },
  paid: ['ok'],
  failed: ['NO'],
  dates: 'DAY_FIRST',
  decimals: 'COMMA',
}
const head = 'Ref;State;Why;Delivered;Day;Receipt'
const paidLine = (ref = '', amount = '10,50') => `${ref};OK;;${amount};28/11/2026;R-${ref}`
const csv = (lines: readonly string[]) => ({ name: 'answer.csv', bytes: Buffer.from([head, ...lines].join('\n')) })

async function taken(
  { maker }: PaymentsApp,
  id: number,
  lines: readonly string[],
  { dryRun = false, mapping = reading } = {},
): Promise<ResultReport> {
  const body = { mapping, dryRun }
  return (await maker.call(paymentFiles.takeResult, { params: { id }, body, file: csv(lines) })).data
}
const counted = ({ groups, waiting }: ResultReport) => ({
  ...Object.fromEntries(groups.filter(({ count }) => count > 0).map(({ word, count }) => [word, count])),
  waiting,
})

test('of a released file each line of its answer ends one payment, once', async ({ app }) => {
  const size = Number(process.env['FILE_LINES'] ?? 400)
  const part = (share: number) => Math.ceil(size * share)
  const [failing, missing, few] = [part(0.03), part(0.002), part(0.0005)]
  const portal = await givenPortal(app, size)
  const startedAt = performance.now()
  const other = await givenPortal(app, 1)
  const file = await released(app, portal.which)
  const out = performance.now()
  expect(file).toMatchObject({ status: 'RELEASED', lines: { length: size }, sum: { amountMinor: size * price } })
  expect(file.file?.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'))
  const otherFile = await released(app, other.which)
  const refs = file.lines.map(([ref]) => ref ?? '')
  const answer = [
    ...refs.slice(0, failing).map((ref) => `${ref};no;Wallet closed;0;28/11/2026;`),
    ...refs.slice(failing, size - missing).map((ref) => paidLine(ref)),
    ...refs.slice(failing, failing + few).map((ref) => paidLine(ref)),
    ...Array.from({ length: few }, (_, n) => paidLine(`X-${n}`)),
  ]
  const words = { PAID: size - failing - missing, FAILED: failing, DOUBLE: few, UNKNOWN: few, waiting: missing }
  const dry = await taken(app, file.id, answer, { dryRun: true })
  expect([counted(dry), dry.id]).toEqual([words, null])
  expect(dry.lines.map(({ word }) => word)).toEqual([...Array(few).fill('DOUBLE'), ...Array(few).fill('UNKNOWN')])
  const before = await app.stand(portal.ids)
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['PROCESSING']))
  const dried = performance.now()
  const report = await taken(app, file.id, answer)
  const done = performance.now()
  expect(counted(report)).toEqual(words)
  const after = Map.groupBy(await app.stand(portal.ids), ({ status, reason }) => `${status} ${reason ?? ''}`)
  expect(Object.fromEntries([...after].map(([word, rows]) => [word, rows.length]))).toEqual({
    'SUCCESSFUL ': words.PAID,
    'FAILED Wallet closed': failing,
    'PROCESSING ': missing,
  })
  const again = await taken(app, file.id, answer)
  expect([counted(again), again.repeated, again.id]).toEqual([words, true, report.id])
  await expect(taken(app, otherFile.id, answer)).rejects.toMatchObject({ code: 'RESULT_OF_ANOTHER' })
  const mixed = [paidLine(otherFile.lines[0]?.[0]), paidLine(refs.at(-1))]
  await expect(taken(app, file.id, mixed)).rejects.toMatchObject({ code: 'RESULT_OF_ANOTHER' })
  // A later file answers what is missing, and says of the others what is known.
  const rest = [paidLine(refs.at(-1)), paidLine(refs.at(failing)), `${refs.at(failing)};NO;;0;;`].slice(0, 2)
  expect(counted(await taken(app, file.id, rest))).toEqual({ PAID: 1, KNOWN: 1, waiting: missing - 1 })
  const last = await app.maker.call(paymentFiles.lines, {
    params: { id: file.id },
    query: { page: size, pageSize: 1 },
  })
  const events = await app.maker.call(payments.events, { params: { id: last.list[0]?.paymentId ?? 0 } })
  expect(events.list).toMatchObject([{ question: 'answer.csv, row 2', reading: 'SUCCEEDED', httpStatus: null }])
  const row = (await app.maker.call(paymentFiles.list, { query: { provider: portal.provider } })).list[0]
  expect(row).toMatchObject({ status: 'ANSWERED', paid: words.PAID + 1, failed: failing, waiting: missing - 1 })
  if (process.env['FILE_LINES'])
    console.log(
      `out ${(out - startedAt).toFixed()} ms, dry ${(dried - out).toFixed()} ms, in ${(done - dried).toFixed()} ms, ${JSON.stringify(counted(report))}`,
    )
}, 600_000)

test('two people release a file, two take it back; its payments go nowhere else', async ({ app }) => {
  const { maker, approver, authorizer, services, given, as } = app
  const { ids, which, provider } = await givenPortal(app, 2)
  const [first = 0] = ids
  const { id } = await asked(app, which)
  const act = (person: typeof maker, name: string, of = id) =>
    person.call(paymentFiles.act, { params: { id: of }, body: { act: name } })
  await expect(asked(app, which)).rejects.toMatchObject({ code: 'PAYMENT_FILE_OPEN' })
  await expect(act(maker, 'RELEASE')).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  const reader = as(await given.admin({ permissions: ['payments.read', 'payments.fund'] }))
  await expect(act({ ...maker, ...reader }, 'RELEASE')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const stop = (await maker.call(paymentStops.pause, { body: { provider, note: 'Look' } })).data
  await expect(act(approver, 'RELEASE')).rejects.toMatchObject({ code: 'SENDING_STOPPED' })
  await app.sql.owner.query('update payment_stop set ended_at = now() where id = $1', [stop.id])
  const { data } = await act(approver, 'RELEASE')
  expect(data.refusals).toMatchObject({ RELEASE: 'FUNDING_DECIDED', ASK_BACK: null, TAKE_BACK: 'FUNDING_OWN' })
  await expect(asked(app, which)).rejects.toMatchObject({ code: 'NOTHING_WAITS' })
  const recall = { params: { id: first }, body: {} }
  await expect(authorizer.call(paymentWayCalls.recall, recall)).rejects.toMatchObject({ code: 'ON_ITS_WAY' })
  const lease = { provider, leaseMs: 1000, visibilityMs: 1000 }
  expect(await claimDue(services.database.db, lease, 10)).toEqual([])
  expect((await readRecords(services.database.db)).map(({ name }) => name)).not.toContain(provider)
  await expect(act(approver, 'TAKE_BACK')).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  await act(approver, 'ASK_BACK')
  await expect(act(approver, 'TAKE_BACK')).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  expect((await act(maker, 'TAKE_BACK')).data.status).toBe('TAKEN_BACK')
  await expect(taken(app, id, [paidLine('x')])).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
  await authorizer.call(paymentWayCalls.recall, recall)
  const next = await released(app, which)
  expect(next.lines).toHaveLength(1)
  await act(approver, 'ASK_BACK', next.id)
  await taken(app, next.id, [paidLine(next.lines[0]?.[0])])
  await expect(act(maker, 'TAKE_BACK', next.id)).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
})

test('what was recalled since is not released with the file that was asked for', async ({ app }) => {
  const { authorizer, approver } = app
  const { ids, which } = await givenPortal(app, 2)
  const { id } = await asked(app, which)
  await authorizer.call(paymentWayCalls.recall, { params: { id: ids[0] ?? 0 }, body: {} })
  const release = { params: { id }, body: { act: 'RELEASE' } }
  await expect(approver.call(paymentFiles.act, release)).rejects.toMatchObject({ code: 'STALE_FACTS' })
  await approver.call(paymentFiles.act, { params: { id }, body: { act: 'REFUSE' } })
  expect((await released(app, which)).lines).toHaveLength(1)
})

test('another amount is never booked, and an unclear line moves nothing', async ({ app }) => {
  const { ids, which } = await givenPortal(app, 5)
  const file = await released(app, which)
  const [one, two, three, four, five] = file.lines.map(([ref]) => ref ?? '')
  const lines = [
    paidLine(one, '9,00'),
    `${two};PERHAPS;;10,50;;`,
    `${three};OK;;;;`,
    paidLine(four),
    `${four};NO;;0;;`,
    `${five};OK;;10,50;;R-${one}`,
  ]
  const report = await taken(app, file.id, lines)
  expect(counted(report)).toEqual({ DOUBLE: 4, UNREADABLE: 2, waiting: 5 })
  const settled = await taken(app, file.id, [paidLine(one, '9,00'), paidLine(`P${file.id}-2`)])
  expect(counted(settled)).toEqual({ AMOUNT_DIFFERS: 1, PAID: 1, waiting: 4 })
  const { rows } = await app.sql.owner.query(
    'select state, reason, paid_minor from attempt where payable_id = any($1) order by payable_id limit 2',
    [ids],
  )
  expect(rows).toEqual([
    { state: 'UNKNOWN', reason: 'MISMATCH', paid_minor: 900 },
    { state: 'SUCCESSFUL', reason: null, paid_minor: price },
  ])
  expect(counted(await taken(app, file.id, [paidLine(one), `P${file.id}-2;no;;;;`]))).toMatchObject({
    CONTRADICTS: 2,
  })
})

test('an answer that was read in a wrong way is read again, and ends what it did not', async ({ app }) => {
  const { ids, which } = await givenPortal(app, 3)
  const file = await released(app, which)
  const [one = '', two = '', three = ''] = file.lines.map(([ref]) => ref ?? '')
  const lines = [paidLine(one), paidLine(two, '9,00'), `${three};Recusado;Closed;;;`, paidLine('STRANGE')]
  const words = { PAID: 1, AMOUNT_DIFFERS: 1, UNREADABLE: 1, UNKNOWN: 1, waiting: 2 }
  expect(counted(await taken(app, file.id, lines))).toEqual(words)
  const mapping = { ...reading, failed: ['Recusado'] }
  const again = await taken(app, file.id, lines, { mapping })
  expect([counted(again), again.repeated]).toEqual([{ KNOWN: 2, FAILED: 1, UNKNOWN: 1, waiting: 1 }, false])
  expect((await taken(app, file.id, lines, { mapping })).repeated).toBe(true)
  const stand = await app.stand(ids)
  expect(stand.map(({ status, reason }) => `${status} ${reason ?? ''}`)).toEqual([
    'SUCCESSFUL ',
    'PROCESSING ',
    'FAILED Closed',
  ])
  const { list } = await app.maker.call(desk.list, { query: { provider: which.provider, pageSize: 100 } })
  expect(list.map(({ kind }) => kind).sort()).toEqual(['FILE_UNKNOWN', 'MISMATCH'])
})

test('the desk has fifty lines of a kind, and says how many more the file has', async ({ app }) => {
  const { which } = await givenPortal(app, 1)
  const file = await released(app, which)
  const strange = Array.from({ length: 53 }, (_, n) => paidLine(`STRANGE-${n}`))
  expect(counted(await taken(app, file.id, [paidLine(file.lines[0]?.[0]), ...strange]))).toMatchObject({
    UNKNOWN: 53,
  })
  const { list } = await app.maker.call(desk.list, {
    query: { kind: 'FILE_UNKNOWN', provider: which.provider, pageSize: 100 },
  })
  expect(list.map(({ details }) => details['more'])).toEqual(Array.from({ length: 50 }, () => 3))
})

test('a provider gets its own columns in CSV or a workbook, and formulas run nowhere', async ({ app }) => {
  const { maker } = app
  const { which, ids } = await givenPortal(app, 1)
  await app.sql.owner.query(
    `update person set name = '=1+1' where id = (select participant_id from payable where id = $1)`,
    [ids[0]],
  )
  const mapping: PaymentFileMapping = {
    ...firstMapping,
    delimiter: '|',
    hasHeadings: false,
    phones: 'NATIONAL',
    countryCode: '258',
    nationalPrefix: '0',
    amounts: 'COMMA',
    name: 'salary/{lines}',
    columns: (['LINE', 'SHORT_REFERENCE', 'PHONE', 'AMOUNT', 'NAME', 'CONSTANT'] as const).map((value) => ({
      heading: value,
      value,
      text: 'a|b',
    })),
  }
  const seen = (await maker.call(paymentFiles.preview, { body: { ...which, mapping } })).data
  expect(seen).toMatchObject({ count: 1, name: 'salary_1.csv', problems: [], sum: { amount: '10.50' } })
  const bad = { ...mapping, countryCode: '1', amounts: 'WHOLE', columns: mapping.columns.slice(0, 4) }
  await expect(maker.call(paymentFiles.ask, { body: { ...which, mapping: bad } })).rejects.toMatchObject({
    errors: [{ path: 'mapping.countryCode' }, { path: 'mapping.amounts' }],
  })
  const none = { ...mapping, columns: mapping.columns.slice(-1) }
  await expect(maker.call(paymentFiles.ask, { body: { ...which, mapping: none } })).rejects.toMatchObject({
    errors: ['REFERENCE', 'PHONE', 'AMOUNT'].map((value) => ({ path: `mapping.columns.${value}` })),
  })
  const file = await released(app, which, mapping)
  const phone = `0${70 + made}1000000`
  expect(file.bytes.toString()).toBe(`1|P${file.id}-1|${phone}|"10,50"|"'=1+1"|"a|b"\r\n`)
  const kept = (await maker.call(paymentFiles.preview, { body: which })).data
  expect([kept.isKept, kept.mapping]).toEqual([true, mapping])
  const book = await givenPortal(app, 1)
  const workbook = await released(app, book.which, { ...firstMapping, format: 'XLSX' })
  expect([workbook.file?.name.slice(-5), workbook.bytes.subarray(0, 2).toString()]).toEqual(['.xlsx', 'PK'])
  const lines = await maker.call(paymentFiles.lines, { params: { id: workbook.id } })
  expect(lines).toMatchObject({ total: 1, list: [{ no: 1, paymentId: book.ids[0], amount: { amount: '10.50' } }] })
  const read = { params: { id: workbook.id }, file: { name: 'a.xlsx', bytes: workbook.bytes } }
  expect((await maker.call(paymentFiles.sample, read)).data).toMatchObject({
    mapping: { headingRow: 1, columns: { reference: 'Reference', amount: 'Amount' } },
  })
})

test('a provider that is paid by files is entered and switched on without an address', async ({ maker }) => {
  const body = { name: 'cash-point', title: 'Cash point', prefixes: ['+25899'] }
  const wrong = [body, { ...body, kind: 'FILE', dialect: 'GSMA' }]
  for (const each of wrong)
    await expect(maker.call(paymentProviders.create, { body: each })).rejects.toMatchObject({
      errors: [{ path: 'dialect' }],
    })
  const { data } = await maker.call(paymentProviders.create, { body: { ...body, kind: 'FILE' } })
  const on = { params: { id: data.id }, body: { enabled: true, version: data.version } }
  expect((await maker.call(paymentProviders.update, on)).data).toMatchObject({ kind: 'FILE', enabled: true })
})
