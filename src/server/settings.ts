/** The operator's settings: read from the environment once, at start. Each has a default. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isSupportedCountry } from 'libphonenumber-js'
import { maxAttachmentMegabytes } from '#contract/attachments.ts'
import { isCurrency } from '#domain/money/currencies.ts'
import { secureAddress } from '#domain/money/payment-providers.ts'
import type { HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { toMinor } from '#domain/money/money.ts'
import { defaultDataDir } from './db/embedded/account.ts'
import { problemsOfUrl } from './db/hosts.ts'
import { signOnProviders } from './sign-on-settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How to reach a provider that speaks the GSMA Mobile Money API. */
interface ProviderSettings {
  /** By which the books know it, and which says how it is spoken to. */
  name: string
  baseUrl: string
  /** Our paying account there; `{currency}` in it is replaced by the currency. */
  accountId: string
  basicAuth?: { user: string; password: string }
  apiKey?: string
  /** Off where it pays a reference again that it was sent twice. */
  refusesDuplicates: boolean
}

/** Each is told where it is read. */
export type Settings = ReturnType<typeof parseSettings>

/** A bucket of a store that speaks S3, for this house alone. */
export interface BucketSettings {
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
}

interface MailSettings {
  /** The address of the house. */
  from: string
  smtp: { host: string; port: number; secure: boolean; requireTLS: boolean; auth?: { user: string; pass: string } }
}

interface WeatherSettings {
  /** Of the provider, with the place in its query. */
  url: string
  key: string
}

export interface MapTiles {
  /** `https://tile.example.org/{z}/{x}/{y}.png`; `{s}` in front of the host means a, b and c. */
  url: string
  attribution: string
}

/** Carries one line per wrong variable. */
class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsError'
  }
}

/** Throws a `SettingsError` that names every wrong variable. An empty variable counts as not set. */
export function parseSettings(env: Record<string, string | undefined>) {
  const problems: string[] = []
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

  function read<T>(name: string, fallback: T, parse: (value: string) => T | undefined, expected: string): T {
    const value = text(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    if (parsed === undefined) problems.push(`${name} must be ${expected}`)
    return parsed ?? fallback
  }
  const integer = (name: string, fallback: number, min: number, max: number): number =>
    read(name, fallback, (value) => integerWithin(value, min, max), `a whole number from ${min} to ${max}`)
  const url = (name: string, protocols: readonly string[]): string | undefined =>
    read(name, undefined, (value) => urlWith(value, protocols), `a URL that starts with ${protocols[0]}//`)

  /** It may have several hosts. */
  function database(name: string): string | undefined {
    const value = text(name)
    const wrong = value === undefined ? [] : problemsOfUrl(value)
    problems.push(...wrong.map((problem) => `${name} ${problem}`))
    return value
  }
  const databaseUrl = database('DATABASE_URL')
  const ownerUrl = database('DATABASE_OWNER_URL')
  const replicaUrl = url('DATABASE_REPLICA_URL', ['postgresql:', 'postgres:'])
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'])
    if (text(name) && !text('DATABASE_URL')) problems.push(`${name} needs DATABASE_URL beside it`)
  const replicaWaitMs = integer('DATABASE_REPLICA_WAIT_MS', 1000, 0, 60_000)

  function provider(): ProviderSettings | undefined {
    const secure = 'a URL that starts with https://, or http:// on this machine, without a user, a query or a hash'
    const baseUrl = read('PROVIDER_URL', undefined, secureAddress, secure)
    if (baseUrl === undefined) return undefined
    const accountId = text('PROVIDER_ACCOUNT')
    const [user, password, apiKey] = ['PROVIDER_USER', 'PROVIDER_PASSWORD', 'PROVIDER_API_KEY'].map(text)
    if (accountId === undefined) problems.push('PROVIDER_URL needs PROVIDER_ACCOUNT beside it')
    if ((user === undefined) !== (password === undefined))
      problems.push('PROVIDER_USER and PROVIDER_PASSWORD go together')
    return {
      name: 'gsma',
      baseUrl,
      accountId: accountId ?? '',
      ...(user !== undefined && password !== undefined ? { basicAuth: { user, password } } : {}),
      ...(apiKey !== undefined ? { apiKey } : {}),
      refusesDuplicates: read('PROVIDER_REFUSES_DUPLICATES', true, switchedOn, 'on or off'),
    }
  }

  function mapTiles(): MapTiles | undefined {
    const url = read('MAP_TILE_URL', undefined, tileUrl, 'a URL that starts with https:// and holds {z}, {x} and {y}')
    const attribution = text('MAP_ATTRIBUTION')
    if (url === undefined) return undefined
    if (attribution === undefined) problems.push('MAP_TILE_URL needs MAP_ATTRIBUTION beside it')
    return { url, attribution: attribution ?? '' }
  }

  function mail(): MailSettings | undefined {
    const smtp = url('SMTP_URL', ['smtp:', 'smtps:'])
    const own = text('SMTP_PASSWORD')
    const from = read('MAIL_FROM', '', mailAddress, 'an address such as canvass@example.org')
    if (smtp === undefined) return undefined
    if (text('MAIL_FROM') === undefined) problems.push('SMTP_URL needs MAIL_FROM beside it')
    if (text('PUBLIC_URL') === undefined) problems.push('SMTP_URL needs PUBLIC_URL beside it')
    const { hostname, port, protocol, username, password } = new URL(smtp)
    const user = decodeURIComponent(username)
    const secret = own ?? decodeURIComponent(password)
    const secure = protocol === 'smtps:'
    const ownPort = secure ? 465 : 587
    const auth = user === '' ? {} : { auth: { user, pass: secret } }
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return {
      from,
      // A password never goes over an open line, but to this machine.
      smtp: { host: hostname, port: port ? Number(port) : ownPort, secure, requireTLS: !secure && !isHere, ...auth },
    }
  }

  function weather(): WeatherSettings | undefined {
    const address = url('WEATHER_URL', ['https:', 'http:'])
    const key = text('WEATHER_KEY')
    if (address === undefined) return undefined
    if (key === undefined) problems.push('WEATHER_URL needs WEATHER_KEY beside it')
    return { url: address, key: key ?? '' }
  }

  function s3(): BucketSettings | undefined {
    const endpoint = read(
      'S3_ENDPOINT',
      undefined,
      originUrl,
      'an address such as https://s3.example.org, without a path',
    )
    const [bucket = '', key = '', secret = '', region = 'us-east-1'] = [
      'S3_BUCKET',
      'S3_KEY',
      'S3_SECRET',
      'S3_REGION',
    ].map(text)
    if (endpoint === undefined) return undefined
    if (!bucket || !key || !secret) problems.push('S3_ENDPOINT needs S3_BUCKET, S3_KEY and S3_SECRET beside it')
    return { endpoint, bucket, key, secret, region }
  }

  const dataDir = text('DATA_DIR')
  const settings = {
    /** 0 takes any free port. */
    port: integer('PORT', 3000, 0, 65_535),
    host: read('HOST', '127.0.0.1', hostName, 'an IP address or a host name'),
    /** `https://canvass.example.org`: what addresses given out begin with; undefined: as the caller wrote it. */
    publicUrl: read(
      'PUBLIC_URL',
      undefined,
      originUrl,
      'an address such as https://canvass.example.org, without a path',
    ),
    /** '' or '/canvass': where the app lives behind a reverse proxy. */
    basePath: read('BASE_PATH', '', normalizedPath, 'a path such as /canvass'),
    /** Absolute: the embedded database and stored files. */
    dataDir: dataDir === undefined ? defaultDataDir() : resolve(dataDir),
    /** Where stored files are; undefined: in `dataDir`. */
    s3: s3(),
    /** So long the bytes of deleted files are kept: a restored database of that time finds them. */
    deletedFileDays: integer('DELETED_FILE_DAYS', 30, 0, 3650),
    /** `ownerUrl` migrates; `url` is what the app works with. They are the same when only DATABASE_URL is set. */
    database:
      databaseUrl === undefined
        ? { kind: 'embedded' as const }
        : { kind: 'external' as const, url: databaseUrl, ownerUrl: ownerUrl ?? databaseUrl },
    /** A standby for long readings, and how long one waits for it to be up to date. */
    databaseReplica: replicaUrl === undefined ? undefined : { url: replicaUrl, waitMs: replicaWaitMs },
    databasePool: integer('DATABASE_POOL', 10, 2, 1000),
    /** Off where a proxy in front of PostgreSQL does not know named statements. */
    databaseNames: read('DATABASE_NAMED_STATEMENTS', true, switchedOn, 'on or off'),
    /** Whether this process works on jobs; some process must. */
    jobWorker: read('JOB_WORKER', true, switchedOn, 'on or off'),
    /** So many responses come in a download at once; more are the work of a job. */
    downloadRows: integer('DOWNLOAD_ROWS', 5000, 0, 100_000),
    /** Of one file that answers a question. */
    attachmentMegabytes: integer('ATTACHMENT_MB', 25, 1, maxAttachmentMegabytes),
    /** So long a file waits for the response that it belongs to. */
    attachmentDays: integer('ATTACHMENT_DAYS', 7, 1, 365),
    /** So long the answers of payment providers are kept word for word. */
    answerMonths: integer('PROVIDER_ANSWER_MONTHS', 120, 12, 1200),
    /** Of files that came by public links and have no response yet, all together. */
    linkFilesMegabytes: integer('LINK_FILES_MB', 4096, 4, 100_000_000),
    /** Pages of these origins may talk to the door of collecting apps. */
    collectOrigins: read(
      'COLLECT_ORIGINS',
      [],
      origins,
      'addresses such as https://enketo.example.org, without a path, separated by commas',
    ),
    /** Hosts that webhooks may go to. A private address is among them only where it is named itself. */
    webhookHosts: read(
      'WEBHOOK_HOSTS',
      [],
      webhookHosts,
      'host names such as hooks.example.org or *.example.org, or IP addresses, separated by commas',
    ),
    demoPassword: text('CANVASS_DEMO_PASSWORD'),
    /** Seals what people enter to be let in at payment providers; undefined: a key in the data folder does. */
    secretsKey: read(
      'SECRETS_KEY',
      undefined,
      wholeKey,
      '32 bytes in base64, as `openssl rand -base64 32` prints them',
    ),
    /** Seals backups; undefined: they are readable. */
    backupKey: read('BACKUP_KEY', undefined, wholeKey, '32 bytes in base64, as `openssl rand -base64 32` prints them'),
    logLevel: read(
      'LOG_LEVEL',
      'warn',
      (value) => logLevels.find((level) => level === value),
      `one of ${logLevels.join(', ')}`,
    ),
    /** Where Prometheus reads this process; undefined: nowhere. */
    metricsPort: text('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 1, 65_535),
    /** Addresses and CIDR ranges whose X-Forwarded-* headers are believed. */
    trustedProxies: read(
      'TRUSTED_PROXIES',
      [],
      addresses,
      `IP addresses or CIDR ranges of ${widestRange} bits or more, separated by commas`,
    ),
    /** Undefined: the simulator on an embedded database that never paid for real, else none. */
    provider: provider(),
    /** `PROVIDER=none`: authorized payments wait, as the operator means it. */
    noProvider: read('PROVIDER', false, (value) => value === 'none' || undefined, 'none, or left out'),
    /** 0 takes any free port. */
    simulatorPort: integer('SIMULATOR_PORT', 0, 0, 65_535),
    sessionIdleMinutes: integer('SESSION_IDLE_MINUTES', 30, 1, 1440),
    sessionAbsoluteHours: integer('SESSION_ABSOLUTE_HOURS', 12, 1, 720),
    /** The country of phone numbers without a country code; undefined: none. */
    phoneCountry: read('PHONE_COUNTRY', undefined, countryCode, 'a country code such as MZ'),
    /** Of one payment. */
    highestAmounts: read('MAX_AMOUNT', {}, highestAmounts, 'amounts by currency such as MZN:50000.00,UGX:2000000'),
    /** Where maps get their pictures; undefined: nowhere, an outline is drawn instead. */
    mapTiles: mapTiles(),
    /** Undefined: no mail is sent. */
    mail: mail(),
    signOn: signOnProviders(text('SIGN_ON_PROVIDERS'), problems),
    /** Undefined: no weather is shown. */
    weather: weather(),
  }
  if (settings.provider && settings.noProvider) problems.push('PROVIDER=none and PROVIDER_URL exclude each other')
  if (settings.signOn.length > 0 && !settings.publicUrl) problems.push('SIGN_ON_PROVIDERS needs PUBLIC_URL beside it')
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/** A secret may come from a file: `NAME_FILE` names it. Throws a `SettingsError` where it cannot be read. */
export function withFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const problems: string[] = []
  const read = Object.entries(env).flatMap(([name, path]) => {
    const [, own] = /^((?:BACKUP|DATABASE|PROVIDER|S3|SECRETS|SIGN_ON|SMTP|WEATHER)_[A-Z_]+)_FILE$/.exec(name) ?? []
    if (own === undefined || !path) return []
    if (env[own]) problems.push(`${own} and ${name} exclude each other`)
    try {
      return [[own, readFileSync(path, 'utf8')]]
    } catch (error) {
      problems.push(`${name} names a file that cannot be read: ${(error as NodeJS.ErrnoException).code}`)
      return []
    }
  })
  if (problems.length > 0) throw new SettingsError(problems)
  return { ...env, ...Object.fromEntries(read) }
}

/** The settings of this process. Ends it with exit code 2 and one line per wrong variable. */
export function settingsOrExit(): Settings {
  try {
    return parseSettings(withFiles(process.env))
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(2)
  }
}

function integerWithin(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function wholeKey(value: string): Buffer | undefined {
  const key = Buffer.from(value, 'base64')
  return key.length === 32 && key.toString('base64') === value ? key : undefined
}

function switchedOn(value: string): boolean | undefined {
  return value === 'on' || value === 'off' ? value === 'on' : undefined
}

function urlWith(value: string, protocols: readonly string[]): string | undefined {
  const parsed = URL.parse(value)
  return parsed && protocols.includes(parsed.protocol) ? value : undefined
}

function mailAddress(value: string): string | undefined {
  return /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value) ? value : undefined
}

function originUrl(value: string): string | undefined {
  const parsed = URL.parse(value)
  const isOrigin = parsed && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href
  return isOrigin ? parsed.origin : undefined
}

function origins(value: string): string[] | undefined {
  const list = value.split(',').map((entry) => originUrl(entry.trim()))
  return list.every((entry) => entry !== undefined) ? list : undefined
}

function webhookHosts(value: string): string[] | undefined {
  const list = value.split(',').map((entry) => entry.trim().toLowerCase())
  return list.every((entry) => hostName(entry.replace(/^\*\./, ''))) ? list : undefined
}

/** Its host goes into the policy of the pages: only a plain host name is allowed there. */
function tileUrl(value: string): string | undefined {
  const plain = /^https:\/\/(\{s\}\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/[^\s"'<>]*$/i.test(value)
  return plain && ['{z}', '{x}', '{y}'].every((place) => value.includes(place)) ? value : undefined
}

function hostName(value: string): string | undefined {
  return isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined
}

function normalizedPath(value: string): string | undefined {
  const segments = value.split('/').filter(Boolean)
  if (!segments.every((segment) => /^[\w~-][\w.~-]*$/.test(segment))) return undefined
  return segments.map((segment) => `/${segment}`).join('')
}

function countryCode(value: string): string | undefined {
  return isSupportedCountry(value) ? value : undefined
}

/** Undefined when a currency comes twice, or its amount is none of it. */
function highestAmounts(value: string): HighestAmounts | undefined {
  const highest: Record<string, number> = {}
  for (const entry of value.split(',')) {
    const [, currency = '', amount = ''] = /^([A-Z]{3}):([\d.]+)$/.exec(entry.trim()) ?? []
    const minor = toMinor(amount, currency)
    if (!minor || !isCurrency(currency) || highest[currency] !== undefined) return undefined
    highest[currency] = minor
  }
  return highest
}

function addresses(value: string): string[] | undefined {
  const list = value.split(',').map((entry) => entry.trim())
  return list.every(isAddressOrRange) ? list : undefined
}

/** A proxy that is believed writes the addresses that sign-ins are counted by: the whole internet may not. */
const widestRange = 8

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || integerWithin(bits, widestRange, version === 4 ? 32 : 128) !== undefined
}
