/** The evidence of one payment: what it holds, what it leaves out, and that its checksums are right. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { logs } from '#contract/logs.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { inflateRawSync } from 'node:zlib'
import { answered, paidAs } from '../test/ended-payments.ts'
import { test } from '../test/with-payments.ts'

/** The entries of an archive, by the sizes in its directory. */
function unzipped(bytes: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [size, named, begin] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28)
    entries.set(bytes.toString('utf8', at + 46, at + 46 + named), inflateRawSync(bytes.subarray(from, from + size)))
  }
  return entries
}

test('an auditor gets all of a payment in one archive, which adds up', async ({ app }) => {
  const { given, maker, approver, as, sql } = app
  await given.float({ amountMinor: 100_000 })
  const survey = await given.survey({ amount: '500.00' })
  const [response] = await given.responses(survey, 1)
  await maker.call(responses.move, { params: { id: response?.id ?? 0 }, body: { formStatus: 'APPROVED' } })
  const owed = await maker.call(payments.list, { query: { surveyId: String(survey.id) } })
  const ids = owed.list.map(({ paymentId }) => paymentId)
  const [id = 0] = ids
  await answered(app, ids, paidAs(50_000))
  await sql.owner.query(`update person set name = '<b>Ana & Co</b>' where id = $1`, [approver.id])
  const take = async (person: typeof maker, lang: 'en' | 'zh' = 'en') =>
    unzipped((await person.raw(payments.proof, { params: { id: String(id) }, query: { lang } })).bytes)
  const files = await take(maker)
  expect([...files.keys()]).toEqual(['evidence.json', 'evidence.html', 'SHA256SUMS'])
  const sums = (files.get('SHA256SUMS') ?? '').toString().trim().split('\n')
  for (const line of sums) {
    const [sum = '', name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
    ).toBe(sum)
  }
  const data = JSON.parse((files.get('evidence.json') ?? '').toString())
  expect(data.steps.map(({ step }: { step: string }) => step)).toEqual(['initiate', 'approve', 'authorize'])
  expect(data.ledger.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount])).toEqual([
    ['reserve', '500.00'],
    ['settle', '500.00'],
  ])
  expect(data.events).toMatchObject([{ question: 'GET /test', reading: 'SUCCEEDED' }])
  expect(data.attempts).toMatchObject([{ state: 'SUCCESSFUL', providerRef: `P-${data.attempts[0].clientRef}` }])
  expect(data.response).toMatchObject([{ responseId: response?.id, status: 'APPROVED' }])
  expect(data.answers.length).toBeGreaterThan(0)
  expect(data.decisions.map(({ event }: { event: string }) => event)).toContain('APPROVED')
  const page = (files.get('evidence.html') ?? '').toString()
  expect(page).toContain('&lt;b&gt;Ana &amp; Co&lt;/b&gt;')
  expect(page).not.toMatch(/<script|<b>|https?:/)
  expect((await take(maker, 'zh')).get('evidence.html')?.toString()).toContain('付款凭证')

  // A reader of payments alone gets no answers and no whole phones.
  const reader = await given.admin({ permissions: ['payments.read', 'surveys.all'] })
  const less = JSON.parse(((await take(as(reader) as typeof maker)).get('evidence.json') ?? '').toString())
  expect([less.response, less.answers, less.decisions]).toEqual([[], [], []])
  expect(less.payment[0].phone).toMatch(/•|\*/)
  const stranger = as(await given.admin({ permissions: ['payments.read'] }))
  await expect(stranger.raw(payments.proof, { params: { id: String(id) } })).resolves.toMatchObject({ status: 404 })
  const trail = await maker.call(logs.list, { query: { action: 'payments.proof' } })
  expect(trail.list.map(({ subjectId }) => subjectId)).toEqual([String(id), String(id), String(id)])
})

test('the archive holds the documents of what people established, up to a bound', async ({ app }) => {
  const { given, maker, approver, authorizer, sql } = app
  await sql.owner.query(
    `insert into provider (name, title, kind, prefixes, enabled) values ('point', 'Cash', 'FILE', '{+25889997}', true)`,
  )
  await given.float({ provider: 'point', amountMinor: 50_000 })
  const { ids } = await given.payments({ status: 'APPROVED', initiatedBy: maker.id, approvedBy: approver.id })
  const params = { id: String(ids[0] ?? 0) }
  const bytes = Buffer.from('%PDF-1.4 signed by the payee')
  const body = { provider: 'point', reference: 'R-1', amount: '500.00', day: '2026-01-01', evidence: 'Signed.' }
  await authorizer.call(paymentWayCalls.payOutside, { params, body, file: { name: 'The receipt.pdf', bytes } })
  const reader = app.as(await given.admin({ permissions: ['payments.read', 'surveys.all'] }))
  const take = async () => unzipped((await reader.raw(payments.proof, { params, query: { lang: 'en' } })).bytes)
  const files = await take()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { documents } = JSON.parse((files.get('evidence.json') ?? '').toString())
  const path = expect.stringMatching(/^documents\/\d+-The_receipt\.pdf$/) as string
  expect(documents).toEqual([{ file: 'The receipt.pdf', bytes: bytes.length, sha256, path }])
  expect(files.get(documents[0].path)).toEqual(bytes)
  expect((files.get('SHA256SUMS') ?? '').toString()).toContain(`${sha256}  ${documents[0].path}\n`)
  expect((files.get('evidence.html') ?? '').toString()).toContain(sha256)
  await sql.owner.query(`update file set bytes = 21000000 where name = 'The receipt.pdf'`)
  const less = await take()
  expect([...less.keys()]).toEqual(['evidence.json', 'evidence.html', 'SHA256SUMS'])
  expect(JSON.parse((less.get('evidence.json') ?? '').toString()).documents).toMatchObject([{ sha256, path: null }])
})
