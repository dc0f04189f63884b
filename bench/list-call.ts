/**
 * node --max-semi-space-size=16 bench/list-call.ts [sizes] [lists] [seconds]: how many calls of a list one process answers in
 * a second over HTTP, signed in, ten rows and the exact total, among 10,000 and 1,000,000 (or the sizes given), beside a floor: a bare
 * Fastify route that sends the same page with the same joins and the kept totals through pg, without session, rights, input
 * checks or envelope. In turn, medians of the rounds, at least half of the floor (quality.md, Speed). Then the milliseconds
 * of a middle and of the last page, and of a filter that nearly all rows meet, beside a count by the floor: each alone.
 * `of cpu` is the ratio of their processor time, for a machine that has other work. `lists` is a pattern of their names.
 */
import Fastify from 'fastify'
import type { Pool } from 'pg'
import { deepestRow } from '#contract/logs.ts'
import { openDatabase } from '#server/db/pool.ts'
import { cpuMeter } from './cpu.ts'
import { type House, inHouses, pool } from './house.ts'
import { seedLists } from './list-data.ts'
import { type Load, load } from './load.ts'
import { seedSites } from './site-data.ts'
import { quantile } from './table.ts'

const [sizes = '10000,1000000', lists = '', seconds = '3'] = process.argv.slice(2)
const wanted = new RegExp(lists)
const rounds = 5
const connections = 16
const bar = 0.5

interface Measured extends Load {
  /** Milliseconds of CPU for each call. */
  node: number
  postgres: number
}

interface List {
  path: string
  /** The floor's statements for the page and for its totals. */
  page: string
  total: string
  /** A filter that nearly all rows meet and no kept total knows, and the statement that counts them. */
  wide?: { words: string; total: string }
  /** Further pages go by a cursor. */
  lastPage?: number
}

const floors: Record<string, List> = {
  sites: {
    path: '/sites',
    page: `select s.*, c.title, co.title, u.code, u.name, i.title
      from (select * from site order by title, id limit 10) s join site_category c on c.id = s.site_category_id
        left join company co on co.id = s.company_id left join administrative_unit u on u.id = s.administrative_unit_id
        left join issue_category i on i.id = s.issue_category_id order by s.title, s.id`,
    total: kept('site'),
    wide: { words: 'createdAt=2023-01-11..', total: `select count(*) from site where created_at >= '2023-01-11'` },
  },
  companies: { path: '/companies', page: 'select * from company order by title, id limit 10', total: kept('company') },
  participants: {
    path: '/users/participants',
    page: `select p.*, r.role from (select * from person where admin_type = 'PARTICIPANT' order by name, id limit 10) p
      join role r on r.id = p.role_id order by p.name, p.id`,
    total: kept('person:PARTICIPANT:ACTIVE'),
    wide: {
      words: 'createdAt=2020-01-01..',
      total: `select count(*) from person where admin_type = 'PARTICIPANT' and created_at >= '2020-01-01'`,
    },
  },
  surveys: {
    path: '/surveys',
    page: `select s.*, c.category_id, (select count(*) from question where survey_id = s.id),
        (select sum(n) from survey_total where survey_id = s.id and not is_pilot)
      from (select * from survey order by title, id limit 10) s left join subcategory c on c.id = s.subcategory_id
      order by s.title, s.id`,
    total: 'select status, count(*) as n from survey group by 1',
    wide: {
      words: 'title=survey',
      total: `select status, count(*) from survey where titles_folded like '%survey%' group by 1`,
    },
  },
  responses: {
    path: '/responses',
    page: `select f.*, s.title, p.id, p.name, p.phone, r.name, i.title, coalesce(cp.name, c.name), pay.status
      from (select * from form where status <> 'DRAFT' and not is_pilot order by submitted_at desc, id desc limit 10) f
        join survey s on s.id = f.survey_id left join person p on p.id = f.participant_id
        left join person r on r.id = f.reviewed_by left join issue_category i on i.id = f.issue_category_id
        left join collector c on c.id = f.collector_id left join person cp on cp.id = c.person_id
        left join payable_response o on o.survey_id = f.survey_id and o.response_id = f.id and o.released_at is null
        left join payable pay on pay.id = o.payable_id order by f.submitted_at desc, f.id desc`,
    total: 'select status, sum(n)::int as n from survey_total where not is_pilot group by status',
    wide: {
      words: 'source=API',
      total: `select status, count(*) from form where status <> 'DRAFT' and not is_pilot and source = 'API' group by 1`,
    },
  },
  tasks: {
    path: '/tasks',
    page: `select t.*, s.title, p.id, p.name, site.id, site.title from (select * from task order by id desc limit 10) t
      join survey s on s.id = t.survey_id left join person p on p.id = t.assignee_id left join site on site.id = t.site_id
      order by t.id desc`,
    total: 'select status, sum(n)::int as n from task_counter group by status',
    wide: { words: 'assigneeId=~', total: `select status, count(*) from task where assignee_id is null group by 1` },
  },
  payments: {
    path: '/payments',
    page: `select p.*, s.title, person.name, m.*, a.*,
        (select json_agg(response_id) from payable_response l where l.payable_id = p.id),
        (select json_agg(json_build_object('step', t.step, 'at', t.at, 'name', staff.name))
          from step t join person staff on staff.id = t.actor_id where t.payable_id = p.id and t.round = p.round)
      from (select * from payable order by updated_at desc, id desc limit 10) p join survey s on s.id = p.survey_id
        left join person on person.id = p.participant_id left join manual_payment m on m.payable_id = p.id
        left join attempt a on a.payable_id = p.id and a.state not in ('FAILED', 'RECALLED')
      order by p.updated_at desc, p.id desc`,
    total: 'select status, currency, sum(n)::int as n, sum(amount_minor) as m from payable_counter group by 1, 2',
    wide: {
      words: 'participantId=!~',
      total: `select status, currency, count(*), sum(amount_minor) from payable where participant_id is not null group by 1, 2`,
    },
  },
  transactions: {
    path: '/payments/transactions',
    page: `select a.*, s.id, s.title, person.id, person.name, m.recipient_name,
        (select min(st.imported_at) from statement_line l join statement st on st.id = l.statement_id
          where l.payable_id = a.payable_id and l.attempt_no = a.no)
      from (select * from attempt order by id desc limit 10) a join payable p on p.id = a.payable_id
        join survey s on s.id = p.survey_id left join person on person.id = p.participant_id
        left join manual_payment m on m.payable_id = p.id order by a.id desc`,
    total: kept('attempt'),
    wide: { words: 'status=SUCCESSFUL', total: `select count(*) from attempt where state = 'SUCCESSFUL'` },
  },
  trail: {
    path: '/logs',
    // The names of the subjects, which are companies here.
    page: `select a.*, p.username, p.name, c.title from (select * from audit order by at desc, id desc limit 10) a
      left join person p on p.id = a.actor_id
      left join company c on a.subject_type = 'company' and c.id = a.subject_id::bigint order by a.at desc, a.id desc`,
    total: 'select total from audit_block order by id desc limit 1',
    lastPage: deepestRow / 10,
    wide: { words: 'action=companies', total: `select count(*) from audit where action like 'companies.%'` },
  },
}

function kept(name: string): string {
  return `select sum(n)::int as n from row_counter where name = '${name}'`
}

async function openFloor(bare: Pool): Promise<{ url: string; close: () => Promise<void> }> {
  const floor = Fastify()
  const serve = (path: string, page: string, total: string) =>
    floor.get(path, async () => {
      const [{ rows: data }, { rows: totals }] = await Promise.all([bare.query(page), bare.query(total)])
      return { data, totals }
    })
  for (const [name, { page, total, wide }] of Object.entries(floors)) {
    serve(`/${name}`, page, total)
    // The first rows of nearly all are those of the page without the filter.
    if (wide) serve(`/${name}/wide`, page, wide.total)
  }
  const url = await floor.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => floor.close() }
}

const median = (loads: readonly Measured[], of: keyof Measured) =>
  quantile(
    loads.map((each) => each[of]),
    0.5,
  )

/** Milliseconds of a call alone. */
async function alone(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n <= rounds; n++) {
    const start = performance.now()
    await ask()
    if (n > 0) times.push(performance.now() - start)
  }
  return quantile(times, 0.5)
}

let under = 0

async function measure(house: House): Promise<void> {
  const { url, token, owner, appUrl } = house
  // A caller who sees all rows.
  await owner.query(`update person set role_id = (select id from role where role = 'AUDITOR') where username = 'clerk'`)
  const bare = openDatabase(appUrl, pool)
  const floor = await openFloor(bare.pool)
  const meter = await cpuMeter(owner)
  async function ask(address: string, time: number): Promise<Measured> {
    const before = meter()
    const measured = await load({ url: address, token, connections, seconds: time })
    const after = meter()
    const calls = measured.perSecond * time
    const each = (kind: keyof typeof after) => (after[kind] - before[kind]) / calls
    return { ...measured, node: each('node'), postgres: each('postgres') }
  }
  const heads = [
    'ours/s',
    'floor/s',
    'ratio',
    'of cpu',
    'p99',
    'beside',
    'node ms',
    'beside',
    'pg ms',
    'beside',
    'middle',
    'last',
    'wide',
    'beside',
  ]
  console.log(`\n${house.size} rows`.padEnd(15), ...heads.map((word) => word.padStart(8)))
  for (const [name, { path, wide, lastPage = Infinity }] of Object.entries(floors)) {
    if (!wanted.test(name)) continue
    const [us, it]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const time = round === 0 ? 1 : Number(seconds)
      const pair = [await ask(url + path, time), await ask(`${floor.url}/${name}`, time)] as const
      // The first round warms up.
      if (round === 0) continue
      us.push(pair[0])
      it.push(pair[1])
    }
    const [own, beside] = [median(us, 'perSecond'), median(it, 'perSecond')]
    if (own / beside < bar) under++
    const last = Math.min(Math.ceil((await house.ask(path)).total / 10), lastPage)
    const pages = [`page=${Math.ceil(last / 2)}`, `page=${last}`, ...(wide ? [wide.words] : [])]
    const times: number[] = []
    for (const words of pages) times.push(await alone(() => house.ask(`${path}?${words}`)))
    if (wide) times.push(await alone(async () => (await fetch(`${floor.url}/${name}/wide`)).text()))
    const both = (of: keyof Measured, digits: number) => [us, it].map((each) => median(each, of).toFixed(digits))
    const cpu = [it, us].map((each) => median(each, 'node') + median(each, 'postgres')) as [number, number]
    const ratios = [own / beside, cpu[0] / cpu[1]].map((ratio) => ratio.toFixed(2))
    const cells = [...both('perSecond', 0), ...ratios, ...both('p99', 1), ...both('node', 2), ...both('postgres', 2)]
    console.log(name.padEnd(14), ...[...cells, ...times.map((ms) => ms.toFixed(1))].map((cell) => cell.padStart(8)))
  }
  await floor.close()
  await bare.close()
}

await inHouses({
  sizes: sizes.split(',').map(Number),
  async seed(owner, size) {
    await seedSites(owner, size)
    await seedLists(owner, size)
  },
  async measure(...houses) {
    for (const house of houses) await measure(house)
  },
})
console.log(under === 0 ? `\nAll at ${bar} of their floors or above` : `\n${under} under ${bar} of their floors`)
process.exitCode = under === 0 ? 0 : 1
