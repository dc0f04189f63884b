import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { bell } from '#contract/bell.ts'
import { entry } from '#contract/entry.ts'
import { erasures } from '#contract/erasures.ts'
import { people } from '#contract/people.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { clearContents } from '../files/store.ts'
import { sealAudit } from '../logs/seal-audit.ts'
import { verifyAudit } from '../logs/verify-audit.ts'
import { brokenInvariants } from '../payments/books/invariants.ts'
import { wrongCounts } from '../records/wrong-counts.ts'
import { answer, paidAs } from '../test/ended-payments.ts'
import { jobKinds } from '../app.ts'
import { noteProgress, takeJob } from '../jobs/run-store.ts'
import { givenWorker } from '../jobs/test/given-job.ts'
import { exportedFile } from '../test/read-export.ts'
import { type PaymentsApp, test } from '../test/with-payments.ts'
import { eraseConfirmed } from './erase.ts'

const [rosa, nilza] = [
  { name: 'Rosa Erasable Sitoe', phone: '+258841230001' },
  { name: 'Nilza Elsewhere Tembe', phone: '+258841230002' },
]
const words = [rosa, nilza].flatMap(({ name, phone }) => [name, phone, `${name} of the well`])

/** Where any of the words is, in any column of any table, or in a stored file. */
async function traces({ sql, services }: PaymentsApp, of: readonly string[]): Promise<string[]> {
  const { rows } = await sql.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await sql.owner.query(
      `select from "${name}" t where exists (select from unnest($1::text[]) w where position(lower(w) in lower(t::text)) > 0)`,
      [of],
    )
    if (rowCount) found.push(name)
  }
  for (const each of await readdir(services.settings.dataDir, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue
    const bytes = await readFile(join(each.parentPath, each.name))
    if (of.some((word) => bytes.includes(word))) found.push(each.name)
  }
  return found
}

async function given(app: PaymentsApp) {
  const { maker, given, sql } = app
  const sections = [
    [
      { code: 'own_name', type: 'TEXT', personal: true, filterable: true },
      { code: 'face', type: 'IMAGE' },
      { code: 'well', type: 'GEOPOINT' },
      { code: 'meals', type: 'INTEGER', filterable: true },
    ],
  ] as const
  const survey = await given.survey({ sections: sections.map((each) => [...each]), amount: '500' })
  const other = await given.survey({ sections: [[{ code: 'name', type: 'TEXT', personal: true }]] })
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const ids: number[] = []
  for (const { name, phone } of [rosa, nilza]) {
    const file = { name: `${name}.png`, type: 'image/png', bytes }
    const { data: stored } = await maker.call(attachments.upload, {
      params: { surveyId: survey.id },
      query: { question: 'face' },
      file,
    })
    const answers = {
      own_name: `${name} of the well`,
      face: { file: stored.file, name: stored.name },
      well: { latitude: -19.83412, longitude: 34.83412 },
      meals: 2,
    }
    const body = { surveyId: survey.id, source: 'STAFF', participantPhone: phone, participantName: name, answers }
    const { data } = await maker.call(entry.send, { body, headers: { 'idempotency-key': `erase-${phone.slice(-4)}` } })
    ids.push(data.id)
  }
  const elsewhere = { surveyId: other.id, source: 'STAFF', participantPhone: nilza.phone, answers: { name: 'N' } }
  await maker.call(entry.send, { body: elsewhere })
  for (const id of ids) await maker.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } })
  const { rows } = await sql.owner.query<{ id: number }>(`select id from payable where survey_id = $1 order by id`, [
    survey.id,
  ])
  await given.float({ amountMinor: 1_000_000 })
  return { survey, other, ids, payables: rows.map(({ id }) => id) }
}

test('what two people erase is in no table and no file; counts, money and seals stay', async ({ app }) => {
  const { maker, approver, authorizer, sql, services } = app
  const { survey, other, ids, payables } = await given(app)
  givenWorker(app, jobKinds)
  await exportedFile(app, maker, people.exportParticipants, { format: 'CSV' })
  const ask = { surveyId: survey.id, reason: 'The donor asks for it' }
  await expect(maker.call(erasures.ask, { body: ask })).rejects.toMatchObject({ code: 'ERASURE_SURVEY_OPEN' })
  await sql.owner.query(`update survey set status = 'CLOSED', ends_at = now() where id = $1`, [survey.id])
  await maker.call(payments.bulkInitiate, { body: { ids: payables } })
  await expect(maker.call(erasures.ask, { body: ask })).rejects.toMatchObject({ code: 'ERASURE_PAYMENTS_OPEN' })
  await approver.call(payments.bulkApprove, { body: { ids: payables } })
  await authorizer.call(payments.bulkAuthorize, { body: { ids: payables } })
  await answer(app, paidAs(50_000))
  await sealAudit(services.database.db)
  const report = { people: 2, responses: 2, files: 2, payments: 2, underWay: 0, documents: 0 }
  expect((await maker.call(erasures.report, { query: { surveyId: survey.id } })).data).toEqual(report)
  const { data } = await maker.call(erasures.ask, { body: ask })
  await expect(approver.call(erasures.ask, { body: ask })).rejects.toMatchObject({ code: 'ERASURE_ASKED' })
  const decide = { params: { id: data.id }, body: { decision: 'CONFIRMED' } }
  await expect(maker.call(erasures.decide, decide)).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  await eraseConfirmed(services)
  expect(await traces(app, words)).toEqual(
    expect.arrayContaining(['person', 'form_doc', 'payable', 'idem_key', 'answer_index']),
  )
  await approver.call(erasures.decide, decide)
  const books = async () =>
    (
      await sql.owner.query(
        `select (select json_agg(a) from account a) as accounts, (select json_agg(t) from transfer t) as transfers,
             (select json_agg(json_build_array(id, status, amount_minor, currency, provider, created_at) order by id) from payable) as payables,
             (select count(*) from person where anonymised_at is null) as named`,
      )
    ).rows[0] as { named: number }
  const before = await books()
  await eraseConfirmed(services)
  await clearContents(services)
  const ofSurvey = (word: string) => word !== nilza.name && word !== nilza.phone
  expect(await traces(app, words.filter(ofSurvey))).toEqual([])
  // She answered another survey, which still knows her.
  expect(await traces(app, [nilza.name, nilza.phone])).toEqual(['person'])
  expect(await books()).toEqual({ ...before, named: before.named - 1 })
  const { data: listed } = await maker.call(responses.list, { query: { surveyId: survey.id } })
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids))
  const kept = (await maker.call(responses.list, { query: { surveyId: other.id } })).data[0]
  expect(kept?.participant?.name).toBe(nilza.name)
  const detail = (await maker.call(responses.get, { params: { id: ids[1] ?? 0 } })).data
  expect(detail.participant?.name).toMatch(/^anonymous-/)
  expect(detail.answers).toEqual({ [survey.question('meals').id]: 2 })
  await sealAudit(services.database.db)
  expect(await verifyAudit(services.database.db)).not.toHaveProperty('broken')
  expect(await wrongCounts(services.database.db)).toEqual([])
  const done = (await maker.call(erasures.list, { query: { surveyId: survey.id } })).data
  expect(done).toMatchObject([{ status: 'DONE', report }])
  expect(await brokenInvariants(services.database.db)).toEqual([])
})

test('a participant is erased in all surveys; one person alone erases nothing', async ({ app }) => {
  const { maker, approver, sql, services } = app
  const survey = await app.given.survey({ sections: [[{ code: 'name', type: 'TEXT', personal: true }]] })
  const [given] = await app.given.responses(survey, 1, {
    answers: { [survey.question('name').id]: 'Zita of Erasure' },
  })
  const { rows } = await sql.owner.query<{ id: number; name: string }>('select id, name from person where phone = $1', [
    given?.phone,
  ])
  const [{ id, name } = { id: 0, name: '' }] = rows
  const asked = await maker.call(erasures.ask, { body: { personId: id, reason: 'She asks for it' } })
  const alone = `select erase_kept(${asked.data.id}, '{}', '{}', '{}', '{${id}}', '{${id}}', '{}')`
  await expect(sql.app.query(alone)).rejects.toMatchObject({ code: 'CV001' })
  const own = `update erasure set status = 'CONFIRMED', decided_by = asked_by, decided_at = now() where id = ${asked.data.id}`
  await expect(sql.app.query(own)).rejects.toMatchObject({ constraint: 'erasure_by_two' })
  await expect(sql.app.query('update erasure set xid = pg_current_xact_id()')).rejects.toMatchObject({
    code: '42501',
  })
  await approver.call(erasures.decide, { params: { id: asked.data.id }, body: { decision: 'CONFIRMED' } })
  await maker.call(people.exportParticipants, { body: { format: 'CSV' } })
  const held = await takeJob(services.database.db, ['records.export'])
  await eraseConfirmed(services)
  // The export that ran meanwhile begins again, and the run that read the old data keeps no file.
  expect(held && (await noteProgress(services.database.db, held, 1, 1))).toBe(false)
  expect((await takeJob(services.database.db, ['records.export']))?.id).toBe(held?.id)
  expect(await traces(app, [given?.phone ?? '', name, 'Zita of Erasure'])).toEqual([])
  await expect(sql.owner.query('update audit set after = null')).rejects.toMatchObject({ code: '42501' })
})

test('a retention of two people erases after closing, with a warning; one may end it', async ({ app }) => {
  const { maker, approver, sql, services } = app
  const survey = await app.given.survey({ sections: [[{ code: 'name', type: 'TEXT', personal: true }]] })
  const [given] = await app.given.responses(survey, 1, { answers: { [survey.question('name').id]: 'Zita of Keeping' } })
  const of = { surveyId: survey.id, reason: 'The donor asks for it' }
  const decide = (by: typeof maker, id: number, decision: 'CONFIRMED' | 'REFUSED') =>
    by.call(erasures.decide, { params: { id }, body: { decision } })
  const retention = async () => (await maker.call(surveys.get, { params: { id: survey.id } })).data.retention
  const rings = async () => (await maker.call(bell.get)).data.entries.some(({ kind }) => kind === 'erasures')
  const closedAgo = (span: string) =>
    sql.owner.query(`update survey set closed_at = now() - $2::interval where id = $1`, [survey.id, span])
  const { data: asked } = await maker.call(erasures.ask, { body: { ...of, months: 12 } })
  await expect(decide(maker, asked.id, 'CONFIRMED')).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  await decide(approver, asked.id, 'CONFIRMED')
  expect(await retention()).toEqual({ months: 12, dueAt: null })
  await sql.owner.query(`update survey set status = 'CLOSED', ends_at = now() where id = $1`, [survey.id])
  await closedAgo('13 months')
  // Set late, it waits for the warning all the same.
  const [soon, dueAt] = [Date.now() + 29 * 86_400_000, Date.parse((await retention())?.dueAt ?? '')]
  expect(dueAt).toBeGreaterThan(soon)
  await sql.owner.query(`update erasure set decided_at = now() - interval '2 years' where id = $1`, [asked.id])
  await closedAgo('10 months')
  expect(await rings()).toBe(false)
  await closedAgo('350 days')
  expect(await rings()).toBe(true)
  const early = `select erase_kept(${asked.id}, '{}', '{}', '{}', '{}', '{}', '{}')`
  await expect(sql.app.query(early)).rejects.toMatchObject({ code: 'CV001' })
  await eraseConfirmed(services)
  expect(await traces(app, ['Zita of Keeping'])).not.toEqual([])
  await closedAgo('13 months')
  await eraseConfirmed(services)
  expect(await traces(app, ['Zita of Keeping', given?.phone ?? ''])).toEqual([])
  const { rows } = await sql.owner.query(
    `select after -> 'months' as months from audit where subject_type = 'erasure' and subject_id = $1 and action = 'erasures.erase'`,
    [String(asked.id)],
  )
  expect(rows).toEqual([{ months: 12 }])
  expect([await retention(), await rings()]).toEqual([{ months: 12, dueAt: null }, false])
  const { data: shorter } = await approver.call(erasures.ask, { body: { ...of, months: 6 } })
  await decide(maker, shorter.id, 'CONFIRMED')
  await decide(maker, shorter.id, 'REFUSED')
  expect(await retention()).toBeNull()
  const { list } = await maker.call(erasures.list, { query: { surveyId: survey.id } })
  expect(list.map(({ id, status }) => [id, status])).toEqual([
    [shorter.id, 'ENDED'],
    [asked.id, 'ENDED'],
  ])
})
