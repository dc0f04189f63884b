/** People enter providers, let us in there and switch them on. Two others confirm where money goes (meet_provider.sql). */
import { type RawBuilder, sql } from 'kysely'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { type ChargeBand, minorBands } from '#domain/money/cash-out.ts'
import { toDecimal } from '#domain/money/money.ts'
import { type DialectName, providerDialects, secureAddress } from '#domain/money/payment-providers.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { jsonMoment } from '../../db/json-moment.ts'
import { snake } from '../../db/names.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { holdsDemo } from '../../demo-state.ts'
import { AppError, refuse } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { seal } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import { listBalances } from '../list/transaction-list.ts'
import { meetProviders } from './meet-providers.ts'
import { openRecord, placeOfCredential, type ProviderRecord, recordsWhere } from './provider-records.ts'

/** A person waits for it. */
const testTimeoutMs = 10_000

async function readProviders(db: Db, where: RawBuilder<unknown>): Promise<ProviderRow[]> {
  const rows = await rowsOf<Omit<ProviderRow, 'balances' | 'charges'> & { charges: ChargeBand<number>[] }>(db)`
    select p.id, p.name, p.title, p.kind, p.origin, p.dialect, p.base_url as "baseUrl", p.account_id as "accountId", p.currencies,
      p.prefixes, p.priority, p.charges, p.refuses_duplicates as "refusesDuplicates", p.tells_balance as "tellsBalance", p.tells_names as "tellsNames", p.per_second as "perSecond",
      p.lease_seconds as "leaseSeconds", p.visibility_seconds as "visibilitySeconds", p.enabled, p.version,
      (select coalesce(json_agg(json_build_object('name', c.name, 'setAt',
          ${jsonMoment(sql`c.set_at`)}) order by c.name), '[]')
        from provider_credential c where c.provider = p.name) as credentials,
      array(select distinct s.kind from payment_stop s where s.ended_at is null and coalesce(s.provider, p.name) = p.name) as stops,
      (select count(*)::int from attempt a where a.provider = p.name and a.state = 'QUEUED') as waiting
    from provider p where ${where} order by p.enabled desc, p.priority, p.name`
  const balances = (await listBalances(db)).rows
  return rows.map((row) => ({
    ...row,
    charges: row.charges.map(({ currency, upTo, charge }) => {
      return { currency, upTo: toDecimal(upTo, currency), charge: toDecimal(charge, currency) }
    }),
    balances: balances.filter(({ provider }) => provider === row.name),
  }))
}

async function readProvider(db: Db, id: number): Promise<ProviderRow> {
  return found({ rows: await readProviders(db, sql`p.id = ${id}`) })
}

type Body = Record<string, unknown> & {
  baseUrl?: string | null | undefined
  charges?: ChargeBand<string | number>[] | undefined
}

/** Of a body: those that it names. */
function namedIn({ baseUrl, ...body }: Body, dialect: DialectName | null | undefined) {
  const { errors } = minorBands(body.charges ?? [])
  if (body['tellsNames'] && !(dialect && providerDialects[dialect].tellsNames))
    errors.push(problem('tellsNames', 'NOT_ALLOWED'))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  const named = { ...body, ...(baseUrl !== undefined && { baseUrl: baseUrl && secureAddress(baseUrl) }) }
  return Object.entries(named).filter(([, value]) => value !== undefined)
}

function sqlOf([name, value]: [string, unknown]): unknown {
  return name === 'charges' ? JSON.stringify(minorBands(value as ChargeBand[]).charges) : value
}

/** Locked, and a person's to change. */
async function openProvider(db: Db, id: number): Promise<ProviderRow> {
  await sql`select from provider where id = ${id} for no key update`.execute(db)
  const provider = await readProvider(db, id)
  refuse(provider.origin === 'SETTINGS' ? 'FORBIDDEN' : undefined)
  return provider
}

/** What it lacks to be called. */
function lackOf(settings: Settings, record: ProviderRecord): FieldProblem | undefined {
  const { baseUrl, accountId, dialect } = record
  if (!baseUrl) return problem('baseUrl', 'REQUIRED')
  if (!accountId && providerDialects[dialect].accountIn === null) return problem('accountId', 'REQUIRED')
  return openRecord(settings, record) ? undefined : problem('credentials', 'REQUIRED')
}

const create = on(paymentProviders.create, async ({ db, body, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  if ((body.kind === 'FILE') === (body.dialect !== undefined)) {
    const errors = [problem('dialect', body.dialect === undefined ? 'REQUIRED' : 'NOT_ALLOWED')]
    throw new AppError('VALIDATION_FAILED', { errors })
  }
  const named = namedIn(body, body.dialect)
  const rows = await rowsOf<{ id: number }>(db)`
    insert into provider (${sql.join(named.map(([name]) => sql.ref(snake(name))))})
    values (${sql.join(named.map(sqlOf))}) on conflict (name) do nothing returning id`
  const id = rows[0]?.id
  if (id === undefined) throw new AppError('VALIDATION_FAILED', { errors: [problem('name', 'DUPLICATE')] })
  audit({ action: 'payments.addProvider', subjectType: 'provider', subjectId: id, after: Object.fromEntries(named) })
  return await readProvider(db, id)
})

const update = on(paymentProviders.update, async ({ params: { id }, body, write, audit, services }) => {
  const { version, ...change } = body
  const { database, settings } = services
  await write(async (db, actor) => {
    refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    const before = await openProvider(db, id)
    refuse(version !== undefined && version !== before.version ? 'STALE' : undefined)
    const named = namedIn(change, before.dialect)
    const set = named.map((each) => sql`${sql.ref(snake(each[0]))} = ${sqlOf(each)}, `)
    await sql`
      update provider set ${sql.join(set, sql``)} version = version + 1, updated_at = now() where id = ${id}`.execute(
      db,
    )
    const [record] = await recordsWhere(db, sql`p.id = ${id}`)
    const lack = record?.enabled ? lackOf(settings, record) : undefined
    if (lack) throw new AppError('VALIDATION_FAILED', { errors: [lack] })
    refuse(record?.enabled && before.kind === 'API' && (await holdsDemo(db)) ? 'DEMO_DATA' : undefined)
    const was = Object.entries(before).filter(([name]) => name in change)
    audit({
      action: 'payments.changeProvider',
      subjectType: 'provider',
      subjectId: id,
      before: Object.fromEntries(was),
      after: Object.fromEntries(named),
    })
  })
  await meetProviders(settings, database.db)
  return await readProvider(database.db, id)
})

const setCredentials = on(paymentProviders.setCredentials, async ({ params, body, write, audit, services }) => {
  const { database, settings } = services
  const { id } = params
  const { credentials } = body
  await write(async (db, actor) => {
    refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    const { name, baseUrl, dialect } = await openProvider(db, id)
    const known: readonly string[] = dialect ? providerDialects[dialect].credentials : []
    const unknown = Object.keys(credentials).filter((key) => !known.includes(key))
    const errors = unknown.map((key) => problem(`credentials.${key}`, 'UNKNOWN_KEY'))
    if (!baseUrl) errors.push(problem('baseUrl', 'REQUIRED'))
    const { tokenUrl } = credentials
    if (tokenUrl !== undefined && !secureAddress(tokenUrl)) errors.push(problem('credentials.tokenUrl', 'FORMAT'))
    if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
    await sql`delete from provider_credential where provider = ${name}`.execute(db)
    for (const [key, value] of Object.entries(credentials)) {
      const sealed = seal(settings, value, placeOfCredential({ name, baseUrl }, key))
      await sql`insert into provider_credential (provider, name, sealed, set_by)
        values (${name}, ${key}, ${sealed}, ${actor.id})`.execute(db)
    }
    await sql`update provider set version = version + 1, updated_at = now() where id = ${id}`.execute(db)
    audit({
      action: 'payments.setCredentials',
      subjectType: 'provider',
      subjectId: id,
      after: { names: Object.keys(credentials) },
    })
  })
  await meetProviders(settings, database.db)
  return await readProvider(database.db, id)
})

const test = on(paymentProviders.test, async ({ params: { id }, write, audit, services }) => {
  const { database, settings } = services
  const provider = await readProvider(database.db, id)
  const [record] = await recordsWhere(database.db, sql`p.id = ${id}`)
  const opened = record && openRecord(settings, record, testTimeoutMs)
  if (!opened) {
    const lack = record && lackOf(settings, record)
    throw new AppError('VALIDATION_FAILED', { errors: [lack ?? problem('kind', 'NOT_ALLOWED')] })
  }
  const from = performance.now()
  const checked = await opened.check?.()
  const [currency] = [...provider.currencies, ...provider.balances.map((balance) => balance.currency)]
  const isOpen = checked === undefined || checked.kind === 'AVAILABLE'
  const told = isOpen && provider.tellsBalance && currency ? await opened.balance(currency) : checked
  const code = told && 'reason' in told ? told.reason : null
  await write(async () => {
    audit({ action: 'payments.testProvider', subjectType: 'provider', subjectId: id, after: { code } })
  })
  return { code, milliseconds: Math.round(performance.now() - from) }
})

export const providerRoutes = [
  on(paymentProviders.list, async ({ db }) => {
    const rows = await readProviders(
      db,
      sql`p.origin = 'PEOPLE' or p.enabled or exists (select from account a where a.provider = p.name)`,
    )
    return { rows, total: rows.length }
  }),
  on(paymentProviders.get, ({ db, params }) => readProvider(db, params.id)),
  create,
  update,
  setCredentials,
  test,
]
