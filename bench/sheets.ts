/**
 * node bench/sheets.ts [sites to export] [rows to import]: files in and out against the bars of quality.md. It runs the
 * real app, its worker and a real PostgreSQL. An export is compared with `COPY` of the same rows and with a raw deflate
 * stream of the same XML. An import is compared with merely reading its file, in an equally cold process, and with SQL
 * alone for the same rows. Also measured is the most memory that each took.
 */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { participantColumns as personHead } from '#contract/people.ts'
import { siteTemplateColumns as siteHead } from '#contract/sites.ts'
import { jobKinds } from '#server/app.ts'
import { runApart } from '#server/excel/apart.ts'
import { streamWorkbook } from '#server/excel/stream-workbook.ts'
import { startJobWorker } from '#server/jobs/worker.ts'
import { type BareHouse, type Call, caller, fileForm, inBareHouse, send, signIn } from './house.ts'
import { deflateAgain, measured, type Measured, megabyte } from './measured.ts'
import { seedSites } from './site-data.ts'

const exported = Number(process.argv[2] ?? 1_000_000)
const imported = Number(process.argv[3] ?? 100_000)

interface House extends BareHouse {
  token: string
  call: Call
}

let over = 0

function report(what: string, ours: Measured<unknown>, floor: { name: string; seconds: number; bar: number }): void {
  const ratio = ours.seconds / floor.seconds
  if (ratio > floor.bar) over += 1
  const memory = `+${ours.own.toFixed(0)} MB${ours.child > 0 ? `, child ${ours.child.toFixed(0)} MB` : ''}`
  console.log(
    `${what}: ${ours.seconds.toFixed(1)} s, ${floor.name} ${floor.seconds.toFixed(1)} s, ratio ${ratio.toFixed(2)} (bar ${floor.bar}), ${memory}${ratio > floor.bar ? '  OVER' : ''}`,
  )
}

interface DoneJob {
  state: string
  error: string | null
  total: number
  done: number
}

/** Asks for the export and waits for its end; returns the path of its file. */
async function exportSites(house: House, format: string): Promise<string> {
  const { data } = await house.call<{ jobId: number }>('/sites/export', { format })
  for (;;) {
    const { data: job } = await house.call<DoneJob>(`/jobs/${data.jobId}`)
    if (job.state === 'FAILED') throw new Error(job.error ?? '')
    if (job.state === 'DONE') {
      if (job.done !== job.total || job.total !== exported) throw new Error(`${job.done} of ${job.total} rows`)
      const { rows } = await house.owner.query<{ name: string }>(
        `select encode(sha256, 'hex') as name from file order by id desc limit 1`,
      )
      const name = rows[0]?.name ?? ''
      return join(house.dataDir, 'files', name.slice(0, 2), name)
    }
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

async function exports(house: House): Promise<void> {
  const shared = await mkdtemp(join(tmpdir(), 'canvass-copy-'))
  await chmod(shared, 0o777)
  const start = performance.now()
  await house.owner.query(`copy (
    select site.*, c.title, co.title, u.code, u.name, i.title from site join site_category c on c.id = site_category_id
    left join company co on co.id = site.company_id left join administrative_unit u on u.id = administrative_unit_id
    left join issue_category i on i.id = issue_category_id order by site.title, site.id
  ) to '${join(shared, 'sites.csv')}' csv header`)
  const copied = (performance.now() - start) / 1000
  const csv = await measured(() => exportSites(house, 'CSV'))
  report(`CSV of ${exported} sites`, csv, { name: 'COPY', seconds: copied, bar: 4 })
  const xlsx = await measured(() => exportSites(house, 'XLSX'))
  const deflated = await deflateAgain(xlsx.answer)
  report(`XLSX of ${exported} sites (${((await stat(xlsx.answer)).size / megabyte).toFixed(0)} MB)`, xlsx, {
    name: 'deflate',
    seconds: deflated.seconds,
    bar: 2,
  })
  await rm(shared, { recursive: true })
}

type Row = (string | number | null)[]

async function workbook(name: string, head: readonly string[], row: (n: number) => Row) {
  async function* rows(): AsyncGenerator<Row[]> {
    for (let n = 0; n < imported; n++) yield [row(n)]
  }
  const parts: Uint8Array[] = []
  for await (const part of streamWorkbook(name, head, rows())) parts.push(part)
  return Buffer.concat(parts)
}

/** In a process of its own, as cold as the one that an import reads its file in. */
async function reading({ dataDir }: House, bytes: Uint8Array): Promise<number> {
  const path = join(dataDir, 'read.xlsx')
  await writeFile(path, bytes)
  const start = performance.now()
  const rows = await runApart<number>(new URL('./sheet-reader.ts', import.meta.url), path)
  if (rows !== imported + 1) throw new Error(`${rows} rows were read`)
  return (performance.now() - start) / 1000
}

/** The cost of imported rows for the database alone: rows like them once more, by one statement. */
const writings = {
  site: `with written as (
    insert into site (code, title, site_category_id, company_id, administrative_unit_id, address, latitude, longitude,
      radius_meters, status, issue_category_id, contact_name, contact_phone)
    select 'W' || code, title, site_category_id, company_id, administrative_unit_id, address, latitude, longitude,
      radius_meters, status, issue_category_id, contact_name, contact_phone from site where code like 'IN-%' order by id
    returning *) insert into audit (actor_id, action, subject_type, subject_id, after)
    select 1, 'sites.create', 'site', id::text, to_jsonb(written) - '{title_folded,code_folded,address_folded}'::text[]
    from written`,
  person: `with written as (
    insert into person (username, name, phone, email, gender, birth_date, administrative_unit_id, locale, admin_type, role_id)
    select overlay(phone placing '6' from 6), name, overlay(phone placing '6' from 6), email, gender, birth_date,
      administrative_unit_id, locale, admin_type, role_id from person where phone like '+25882%' order by id
    returning id) insert into audit (actor_id, action, subject_type, subject_id, after)
    select 1, 'people.create', 'person', id::text, '{"adminType": "PARTICIPANT"}' from written`,
}

/** It is rolled back whole. */
async function writing({ owner }: House, table: keyof typeof writings): Promise<number> {
  await owner.query('begin')
  const start = performance.now()
  const { rowCount } = await owner.query(writings[table])
  if (rowCount !== imported) throw new Error(`${rowCount} rows were written`)
  await owner.query('rollback')
  return (performance.now() - start) / 1000
}

/** One site in `wrong` is off the earth. */
function site(n: number, wrong = 0): Row {
  const latitude = wrong > 0 && n % wrong === 0 ? 95 : -26 + (n % 1500) / 100
  const unit = `M${n % 10}${(n >> 2) % 10}${(n >> 5) % 10}`
  const names: Row = [
    `IN-${n}`,
    `School ${n}`,
    `Category ${1 + (n % 12)}`,
    `Company ${1 + (n % 300)}`,
    unit,
    `Rua ${n % 900}`,
  ]
  const phone = `+25884${1_000_000 + n}`
  return [...names, latitude, 31 + (n % 900) / 100, 100, 'ACTIVE', null, `Ana ${n}`, phone]
}

function person(n: number): Row {
  const [phone, birthDate] = [`+25882${1_000_000 + n}`, `19${50 + (n % 50)}-01-02`]
  return [`Ana ${n}`, phone, `a${n}@example.org`, 'F', birthDate, `M${n % 10}`, 'pt-br']
}

async function imports(house: House): Promise<void> {
  const files = [
    ['new sites', '/sites/import', 200, await workbook('sites', siteHead, (n) => site(n)), 'site'],
    ['the same sites again', '/sites/import', 200, await workbook('sites', siteHead, (n) => site(n)), undefined],
    ['sites, 1 in 100 wrong', '/sites/import', 422, await workbook('sites', siteHead, (n) => site(n, 100)), undefined],
    ['new participants', '/users/participants/import', 200, await workbook('people', personHead, person), 'person'],
  ] as const
  for (const [what, url, expected, bytes, table] of files) {
    const seconds = await reading(house, bytes)
    const ours = await measured(() => send(house.url + url, house.token, fileForm(bytes)))
    const { status, body } = ours.answer
    if (status !== expected) throw new Error(`${what}: ${status} ${body.slice(0, 500)}`)
    report(`XLSX import of ${imported} ${what}`, ours, { name: 'reading it', seconds, bar: 3 })
    if (table) console.log(`  of which the same rows by SQL alone: ${(await writing(house, table)).toFixed(1)} s`)
  }
}

await inBareHouse(async (bare) => {
  await seedSites(bare.owner, exported)
  const token = await signIn(bare.owner)
  const house = { ...bare, token, call: caller(bare, token) }
  const worker = startJobWorker({ services: bare.services, kinds: jobKinds, log: console, pollMs: 100 })
  try {
    if (exported > 0) await exports(house)
    if (imported > 0) await imports(house)
  } finally {
    await worker.stop()
  }
  console.log(over === 0 ? 'All within their bars' : `${over} over their bars`)
})
