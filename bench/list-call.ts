/**
 * node --max-semi-space-size=16 bench/list-call.ts [seconds] [lines]: how many calls of a list one process answers in a second, signed in, ten rows
 * and the exact total among 10,000, beside a floor: a bare Fastify route that sends the same page and a kept total through
 * pg, without session, rights, input checks or envelope. In turn, medians of the rounds (quality.md, Speed).
 */
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import type { Client, Pool } from 'pg'
import { openDatabase } from '#server/db/pool.ts'
import { sealAudit } from '#server/logs/seal-audit.ts'
import { inBareHouse, signIn } from './house.ts'
import { seedLists } from './list-data.ts'
import { type Load, load } from './load.ts'
import { seedSites } from './site-data.ts'
import { quantile } from './table.ts'

const [seconds = '3', only = ''] = process.argv.slice(2)
const rows = 10_000
const rounds = 5
const connections = 16

interface Measured extends Load {
  /** Milliseconds of CPU for each call. */
  node: number
  postgres: number
}

interface List {
  path: string
  /** The floor's statements for the page and for its total. */
  page: string
  total: string
}

/** A floor selects the columns of the list's own table: no titles of what they refer to, no counts of what refers to them. */
const lists: Record<string, List> = {
  sites: { path: '/sites', page: 'select * from site order by title, id limit 10', total: kept('site') },
  companies: { path: '/companies', page: 'select * from company order by title, id limit 10', total: kept('company') },
  participants: {
    path: '/users/participants',
    page: `select * from person where admin_type = 'PARTICIPANT' order by name, id limit 10`,
    total: kept('person:PARTICIPANT:ACTIVE'),
  },
  surveys: { path: '/surveys', page: 'select * from survey order by title, id limit 10', total: kept('survey') },
  responses: {
    path: '/responses',
    page: 'select * from form order by submitted_at desc, id desc limit 10',
    total: 'select status, sum(n)::int as n from survey_counter group by status',
  },
  tasks: {
    path: '/tasks',
    page: 'select * from task order by id desc limit 10',
    total: 'select status, sum(n)::int as n from task_counter group by status',
  },
  payments: {
    path: '/payments',
    page: 'select * from payable order by updated_at desc, id desc limit 10',
    total: 'select status, currency, sum(n)::int as n, sum(amount_minor) as m from payable_counter group by 1, 2',
  },
  transactions: {
    path: '/payments/transactions',
    page: 'select * from attempt order by id desc limit 10',
    total: kept('attempt'),
  },
  trail: {
    path: '/logs',
    page: 'select * from audit order by at desc, id desc limit 10',
    total: 'select total from audit_block order by id desc limit 1',
  },
}

function kept(name: string): string {
  return `select sum(n)::int as n from row_counter where name = '${name}'`
}

async function openFloor(pool: Pool): Promise<{ url: string; close: () => Promise<void> }> {
  const floor = Fastify()
  for (const [name, { page, total }] of Object.entries(lists)) {
    floor.get(`/${name}`, async () => {
      const [{ rows: data }, { rows: counted }] = await Promise.all([
        pool.query(page),
        pool.query<{ n: number }>(total),
      ])
      return { data, total: counted[0]?.n }
    })
  }
  const url = await floor.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => floor.close() }
}

/** Milliseconds of CPU that this process and the connections' backends have used so far; Linux says it of the latter. */
async function cpu(owner: Client): Promise<{ node: number; postgres: number }> {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity where backend_type = $1', [
    'client backend',
  ])
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const [, after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')
      const fields = after.split(' ')
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    }),
  )
  const { user, system } = process.cpuUsage()
  return { node: (user + system) / 1000, postgres: 10 * ticks.reduce((sum, n) => sum + n, 0) }
}

const median = (loads: readonly Measured[], of: keyof Measured) =>
  quantile(
    loads.map((each) => each[of]),
    0.5,
  )

await inBareHouse(async ({ server, owner, services }) => {
  await seedSites(owner, rows)
  await seedLists(owner, rows)
  await sealAudit(services.database.db)
  const token = await signIn(owner)
  // A caller who sees all rows.
  await owner.query(`update person set role_id = (select id from role where role = 'AUDITOR') where username = 'clerk'`)
  const ours = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  const bare = openDatabase(services.database.pool.options.connectionString ?? '', { max: 6 })
  const floor = await openFloor(bare.pool)
  async function ask(url: string, time: number): Promise<Measured> {
    const before = await cpu(owner)
    const measured = await load({ url, token, connections, seconds: time })
    const after = await cpu(owner)
    const calls = measured.perSecond * time
    const each = (kind: keyof typeof after) => (after[kind] - before[kind]) / calls
    return { ...measured, node: each('node'), postgres: each('postgres') }
  }
  console.log(
    'list'.padEnd(14),
    ...['ours/s', 'floor/s', 'ratio', 'p99', 'beside', 'node ms', 'beside', 'pg ms', 'beside'].map((word) =>
      word.padStart(9),
    ),
  )
  for (const [name, { path }] of Object.entries(lists)) {
    if (!name.includes(only)) continue
    const [us, it]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const time = round === 0 ? 2 : Number(seconds)
      const pair = [await ask(ours + path, time), await ask(`${floor.url}/${name}`, time)] as const
      // The first round warms up.
      if (round === 0) continue
      us.push(pair[0])
      it.push(pair[1])
    }
    const [own, beside] = [median(us, 'perSecond'), median(it, 'perSecond')]
    const both = (of: keyof Measured, digits: number) => [us, it].map((each) => median(each, of).toFixed(digits))
    const ratio = (own / beside).toFixed(2)
    const cells = [...both('perSecond', 0), ratio, ...both('p99', 1), ...both('node', 3), ...both('postgres', 3)]
    console.log(name.padEnd(14), ...cells.map((cell) => cell.padStart(9)))
  }
  await floor.close()
  await bare.close()
})
