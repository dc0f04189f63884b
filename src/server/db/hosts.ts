/** Several hosts of one house, such as a primary and its standbys: of these one takes writes at a time. */
import { Client } from 'pg'

/** The beginning with the login, the hosts, and the rest, of `postgresql://u:p@a:5432,b:5432/canvass?…`. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** One URL for each host, in their order. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

/** What is wrong with it, if anything. The URL itself may hold a password and is not repeated. */
export function problemsOfUrl(url: string): string[] {
  if (!parts.test(url)) return ['must be a URL that starts with postgresql://']
  const all = hostUrls(url)
  const parsed = all.map((each) => URL.parse(each))
  const wrong = parsed.flatMap((each, at) => (each && (all.length === 1 || each.hostname) ? [] : at + 1))
  const attrs = parsed.find((each) => each !== null)?.searchParams.get('target_session_attrs') ?? 'read-write'
  return [
    ...(wrong.length > 0 ? [`must have hosts such as a:5432,b:5432; look at number ${wrong.join(' and ')}`] : []),
    ...(attrs === 'read-write' || attrs === 'primary'
      ? []
      : ['may have target_session_attrs=read-write or primary: Canvass works with the host that takes writes']),
  ]
}

/** The host and port of a URL, without its login. */
function placeOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

/** How long a host may take to answer. */
const patienceMs = 2500

/** Null for a host that takes no writes. After each take-over the number is a higher one. */
async function timelineOf(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(`
      select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
        then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`)
    return rows[0]?.timeline ?? null
  } finally {
    // A host that is silent does not answer a farewell either.
    void client.end().catch(() => undefined)
  }
}

/**
 * The URL of the host that takes writes. Of several it is the one of the latest timeline: a former primary that comes back
 * knows nothing of its successor. Throws an Error with what each host said.
 */
export async function findWriter(urls: readonly string[]): Promise<string> {
  const answers = await Promise.allSettled(urls.map(timelineOf))
  const timelines = answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value ?? 0) : 0))
  const latest = Math.max(...timelines)
  const writer = urls[timelines.indexOf(latest)]
  if (latest > 0 && writer !== undefined) return writer
  const said = answers.map((answer, at) => {
    const { message, code } = (answer.status === 'rejected' ? answer.reason : {}) as NodeJS.ErrnoException
    return `${placeOf(urls[at] ?? '')}: ${message || code || 'takes no writes'}`
  })
  throw new Error(said.join('; '))
}

export interface Following {
  /** To be asked for when the present host is lost. */
  look: () => Promise<void>
  stop: () => void
}

const calmMs = 5000
const lostMs = 500

/** Looks now and then which host takes writes, more often while none does, and tells `found` each time. */
export function followWriter(urls: readonly string[], found: (url: string) => void): Following {
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let isStopped = false

  async function look(): Promise<void> {
    if (looking || isStopped) return
    looking = true
    clearTimeout(timer)
    const writer = await findWriter(urls).catch(() => undefined)
    looking = false
    if (isStopped) return
    if (writer !== undefined) found(writer)
    timer = setTimeout(() => void look(), writer === undefined ? lostMs : calmMs).unref()
  }

  void look()
  return {
    look,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** For a new session: throws where its host only reads, as one that was demoted shows what was. */
export async function refuseReader(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads')
  // As a server does that is on its way up.
  if (rows[0]?.reads) throw Object.assign(new Error('the host takes no writes'), { code: '57P03' })
}
