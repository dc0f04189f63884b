import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { payments } from '#contract/payments.ts'
import { buildApp } from './server/app.ts'
import { startEmbedded } from './server/db/embedded.ts'
import { migrate } from './server/db/migrate.ts'
import { openDatabase } from './server/db/pool.ts'
import { openFileStore } from './server/files/file-store.ts'
import { parseSettings } from './server/settings.ts'
import { caller } from './server/test/caller.ts'
import { makeGiven } from './server/test/given.ts'

const N = Number(process.argv[2] ?? 10000)
const dataDir = await mkdtemp(join(tmpdir(), 'canvass-bench-'))
const server = await startEmbedded({ dataDir, fast: process.argv[3] === 'fast' })
try {
  await migrate(server.ownerUrl)
  const owner = new Pool({ connectionString: server.ownerUrl, max: 2 })
  const database = openDatabase(server.appUrl, { max: 5 })
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await buildApp({ database, settings, files: await openFileStore(dataDir) })
  await app.ready()
  const given = makeGiven(owner)
  const people = [await given.admin(), await given.admin(), await given.admin()]
  const [a, b, c] = people.map((p) => caller(app, p.token))
  await given.float({ amountMinor: 1e12 })
  const time = async (name: string, f: () => Promise<unknown>) => { const t = performance.now(); const r = await f(); console.log(name.padEnd(28), Math.round(performance.now() - t), 'ms'); return r }
  for (let round = 0; round < 3; round++) {
    const ours = await given.payments({ count: N })
    const plain = await given.payments({ count: N })
    await owner.query('analyze')
    await time('ours initiate', () => a!.call(payments.bulkInitiate, { body: ours.ids }))
    await time('ours approve', () => b!.call(payments.bulkApprove, { body: ours.ids }))
    await time('ours authorize', () => c!.call(payments.bulkAuthorize, { body: ours.ids }))
    const q = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
    const client = await database.pool.connect()
    const roleOf = `(select r.role from person a join role r on r.id = a.role_id where a.id = $2)`
    for (const [i, [step, from, to]] of [['initiate', 'ELIGIBLE', 'INITIATED'], ['approve', 'INITIATED', 'APPROVED'], ['authorize', 'APPROVED', 'PROCESSING']].entries()) {
      await time(`plain ${step}`, async () => {
        const part: [string, number][] = []
        const s = async (n: string, t: string, v: unknown[] = []) => { const x = performance.now(); const r = await q(t, v); part.push([n, Math.round(performance.now() - x)]); return r }
        await q('begin')
        await s('lock', `select id from payable where survey_id = $1 and status = $2 order by id for no key update`, [plain.surveyId, from])
        await s('step', `insert into step (payable_id, round, step, actor_id, role, facts_hash) select id, round, $3, $2, ${roleOf}, facts_hash from payable where survey_id = $1`, [plain.surveyId, people[i!]!.id, step])
        if (step === 'authorize') {
          const [batch] = await q(`insert into batch (created_by) values ($1) returning id`, [people[2]!.id]) as any
          await s('attempt', `insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency) select id, 1, $2, provider, msisdn, amount_minor, currency from payable where survey_id = $1`, [plain.surveyId, batch.id])
          await q(`insert into account (kind, provider, currency, batch_id) values ('HELD','gsma','MZN',$1), ('RESERVED','gsma','MZN',$1)`, [batch.id])
          const acc = (n: string) => `(select id from account where name = '${n}')`
          await s('transfer', `insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no)
            select 'hold', ${acc('FLOAT:gsma:MZN')}, ${acc(`HELD:gsma:MZN:${batch.id}`)}, 'MZN', sum(amount_minor), null::bigint, null::int from attempt where batch_id = $1
            union all select 'reserve', ${acc(`HELD:gsma:MZN:${batch.id}`)}, ${acc(`RESERVED:gsma:MZN:${batch.id}`)}, 'MZN', amount_minor, payable_id, no from attempt where batch_id = $1`, [batch.id])
        }
        await s('update', `update payable set status = $2, version = version + 1, updated_at = now() where survey_id = $1`, [plain.surveyId, to])
        await s('audit', `insert into audit (actor_id, action, subject_type, subject_id, before, after) select $2::bigint, 'payments.x', 'payable', id::text, jsonb_build_object('status', $3::text), jsonb_build_object('status', $4::text) from payable where survey_id = $1`, [plain.surveyId, people[i!]!.id, from, to])
        await s('commit', 'commit')
        console.log('   ', part.map((p) => p.join(' ')).join(', '))
      })
    }
    client.release()
    await time('list page 1', () => a!.call(payments.list, {}))
    await time('list survey,status', () => a!.call(payments.list, { query: { surveyId: ours.surveyId, status: 'PROCESSING' } }))
    const one = await given.payments({ count: 1 })
    await time('one initiate', () => a!.call(payments.setStatus, { params: { surveyId: one.ids[0]! }, body: { status: 'INITIATED' } }))
    await time('one approve', () => b!.call(payments.setStatus, { params: { surveyId: one.ids[0]! }, body: { status: 'APPROVED' } }))
    await time('one authorize', () => c!.call(payments.setStatus, { params: { surveyId: one.ids[0]! }, body: { status: 'PROCESSING' } }))
  }
  await app.close(); await database.close(); await owner.end()
} finally { await server.stop(); await rm(dataDir, { recursive: true, force: true }) }
