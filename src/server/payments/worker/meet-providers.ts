/** Who pays: the provider of the settings, those that people entered, else the simulator, else none. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Settings } from '../../settings.ts'
import { simulatorName } from '../providers/provider.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { openRecord, placeOf, readRecords } from './provider-records.ts'
import { beginStop, endStop, openStops } from './stops.ts'
import { tryoutOf } from './tryout.ts'

export type WhoPays = 'PROVIDER' | 'SIMULATOR' | 'NOBODY'

interface House {
  hasPaid: boolean
  /** People entered a provider that is on. */
  hasOthers: boolean
}

/** The simulator never pays in a house that paid for real, whatever variable is lost. */
export function payerOf({ provider, noProvider, database }: Settings, { hasPaid, hasOthers }: House): WhoPays {
  if (provider || (hasOthers && !noProvider)) return 'PROVIDER'
  return noProvider || hasPaid || database.kind === 'external' ? 'NOBODY' : 'SIMULATOR'
}

/** Where authorized payments go, as the last start found it. */
export async function whoPays(db: Db): Promise<WhoPays> {
  if ((await openStops(db)).some(({ kind, provider }) => kind === 'NO_PROVIDER' && provider === null)) return 'NOBODY'
  const { rows } = await sql`select from provider where name = ${simulatorName} and enabled`.execute(db)
  return rows.length > 0 ? 'SIMULATOR' : 'PROVIDER'
}

/** The simulator has another port at each start, and is one place all the same. */
export const simulatorPlace = placeOf({ baseUrl: 'http://simulator', accountId: simulatorAccountId })

/** Says to the database who pays from now on, before the next payment is made. */
export async function meetProviders(settings: Settings, db: Kysely<unknown>): Promise<WhoPays> {
  const others = await sql`select from provider where origin = 'PEOPLE' and enabled`.execute(db)
  const payer = payerOf(settings, { hasPaid: await hasPaid(settings, db), hasOthers: others.rows.length > 0 })
  const stop = { provider: null, kind: 'NO_PROVIDER' } as const
  if (payer === 'NOBODY') {
    await beginStop(db, { ...stop, reason: settings.noProvider ? 'MEANT' : 'NOT_SET' })
    return payer
  }
  const { provider: own } = settings
  const named = own?.name ?? (payer === 'SIMULATOR' ? simulatorName : null)
  const record = own && { base_url: own.baseUrl, account_id: own.accountId, refuses_duplicates: own.refusesDuplicates }
  await sql`select own_provider(${named}, ${record ? JSON.stringify(record) : null}::jsonb)`.execute(db)
  if (payer === 'SIMULATOR') await meet(db, simulatorName, simulatorPlace)
  if (own) await meet(db, own.name, placeOf(own))
  for (const record of await readRecords(db)) {
    const { name, origin } = record
    const opened = openRecord(settings, record)
    if (opened && origin === 'PEOPLE') await meet(db, name, opened.place)
    const unknown = { provider: name, kind: 'NO_PROVIDER' } as const
    if (opened) await endStop(db, unknown)
    else await beginStop(db, { ...unknown, reason: origin === 'PEOPLE' ? 'NO_ACCESS' : 'GONE' })
  }
  await endStop(db, stop)
  const tried = payer === 'PROVIDER' ? await tryoutOf(db) : undefined
  const first = own?.name ?? null
  if (tried) await beginStop(db, { provider: first, kind: 'TRYOUT', reason: 'FIRST_PROVIDER', details: tried })
  return payer
}

async function meet(db: Db, name: string, { address, account }: { address: string; account: string }): Promise<void> {
  await sql`select meet_provider(${name}, ${address}, ${account})`.execute(db)
}

/** Payments of former versions name no place: the books of the simulator tell that those were play money. */
async function hasPaid(settings: Settings, db: Db): Promise<boolean> {
  const rows = await rowsOf<{ paid: boolean; tried: boolean }>(db)`
    select has_paid() as paid, exists (select from attempt where provider <> ${simulatorName}) as tried`
  const [found] = rows
  return found !== undefined && (found.paid || (found.tried && !existsSync(simulatorFileOf(settings))))
}

/** The books of the simulator. */
export function simulatorFileOf({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'simulator.jsonl')
}
