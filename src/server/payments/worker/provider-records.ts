/** The providers as records: how each is opened, and where it is met. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type DialectName, providerDialects } from '#domain/money/payment-providers.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { unseal } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import { dialects } from '../providers/dialects.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import type { PaymentProvider, ProviderPlace } from '../providers/provider.ts'

/** The longest provider call. Without an answer by then the outcome is unknown, and the worker asks for it. */
export const providerTimeoutMs = 30_000

/** One that is called over HTTP, with all that decides how. */
export interface ProviderRecord {
  name: string
  origin: 'PEOPLE' | 'SETTINGS'
  dialect: DialectName
  baseUrl: string | null
  accountId: string | null
  refusesDuplicates: boolean
  tellsNames: boolean
  perSecond: number | null
  leaseSeconds: number | null
  visibilitySeconds: number | null
  enabled: boolean
  /** By name, sealed, in hex. */
  credentials: Record<string, string>
}

/** Those that payments go through now, or went through and may be asked about. */
export function readRecords(db: Db): Promise<ProviderRecord[]> {
  return recordsWhere(
    db,
    sql`p.enabled
      or exists (select from attempt a where a.provider = p.name and a.state = 'QUEUED')
      or exists (select from attempt a where a.provider = p.name and a.state in ('SENDING', 'SENT', 'UNKNOWN'))
      or exists (select from attempt a where a.provider = p.name and a.state = 'FAILED' and a.next_at < 'infinity')`,
  )
}

/** On `provider p`. */
export async function recordsWhere(db: Db, which: RawBuilder<unknown>): Promise<ProviderRecord[]> {
  const rows = await rowsOf<ProviderRecord>(db)`
    select p.name, p.origin, p.dialect, p.base_url as "baseUrl", p.account_id as "accountId", p.refuses_duplicates as "refusesDuplicates",
      p.tells_names as "tellsNames",
      p.per_second as "perSecond", p.lease_seconds as "leaseSeconds", p.visibility_seconds as "visibilitySeconds", p.enabled,
      (select coalesce(json_object_agg(c.name, encode(c.sealed, 'hex') order by c.name), '{}') from provider_credential c
        where c.provider = p.name) as credentials
    from provider p where p.kind = 'API' and (${which}) order by p.name`
  return rows
}

/** A provider that can be called, and its place. */
export type OpenedProvider = PaymentProvider & { place: ProviderPlace }

/** Undefined: it lacks an address, or what lets us in was sealed by another key or for another address. */
export function openRecord(
  settings: Settings,
  record: ProviderRecord,
  timeoutMs = providerTimeoutMs,
): OpenedProvider | undefined {
  const { name, origin, dialect, refusesDuplicates, tellsNames } = record
  if (origin === 'SETTINGS') {
    const own = settings.provider?.name === name ? settings.provider : undefined
    return own && { ...gsmaProvider({ ...own, timeoutMs }), place: placeOf(own) }
  }
  const credentials = openedCredentials(settings, record)
  const { accountIn } = providerDialects[dialect]
  const { baseUrl } = record
  const accountId = accountIn === null ? record.accountId : credentials?.[accountIn]
  if (!credentials || !baseUrl || !accountId) return undefined
  const fields = { name, baseUrl, accountId, refusesDuplicates, tellsNames, timeoutMs, credentials }
  const provider = dialects[dialect](fields)
  return provider && { ...provider, place: placeOf({ baseUrl, accountId }) }
}

/** Where a credential opens: a record that names another address sends there nothing that was entered for this one. */
export function placeOfCredential({ name, baseUrl }: Pick<ProviderRecord, 'name' | 'baseUrl'>, key: string): string {
  return `${name}/${key}/${baseUrl}`
}

function openedCredentials(settings: Settings, record: ProviderRecord) {
  const { credentials } = record
  try {
    const open = ([key, sealed]: [string, string]) => [
      key,
      unseal(settings, Buffer.from(sealed, 'hex'), placeOfCredential(record, key)),
    ]
    return Object.fromEntries(Object.entries(credentials).map(open)) as Record<string, string>
  } catch {
    return undefined
  }
}

export function placeOf({ baseUrl, accountId }: { baseUrl: string; accountId: string }): ProviderPlace {
  const { origin, pathname } = new URL(baseUrl)
  return {
    address: origin + pathname.replace(/\/$/, ''),
    account: createHash('sha256').update(accountId).digest('hex').slice(0, 12),
  }
}
