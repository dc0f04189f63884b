/**
 * What an operator's Prometheus reads of one process: its calls and refusals, its pool, and what waits in the database. Names
 * and labels carry no person, survey or amount.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../services.ts'
import { type Backlog, readBacklog } from './backlog.ts'
import { readLacking } from './lacking.ts'

/** Of this process, whichever of its servers answered. */
const ofProcess = new Registry()

const calls = new Histogram({
  name: 'canvass_call_seconds',
  help: 'Calls by route, from their first byte to the last of their answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  registers: [ofProcess],
})

const refusals = new Counter({
  name: 'canvass_refusals_total',
  help: 'Calls that were refused, by the code of their answer',
  labelNames: ['code'],
  registers: [ofProcess],
})

/** `route`: as it is declared, without what fills it; undefined where there is none. */
export function countCall(
  { method, route = 'none', status }: { method: string; route?: string | undefined; status: number },
  ms: number,
): void {
  calls.observe({ method, route, status }, ms / 1000)
}

export function countRefusal(code: string): void {
  refusals.inc({ code })
}

/** One gauge of what waits in the database, with a row for each value of its labels. */
const ofBacklog = {
  canvass_database_up: ['Whether the database answered', [], (backlog) => [[{}, backlog ? 1 : 0]]],
  canvass_jobs_waiting: ['Jobs that no worker has taken in hand', [], (backlog) => [[{}, backlog?.jobs]]],
  canvass_job_oldest_seconds: ['Age of the oldest of them', [], (backlog) => [[{}, backlog?.oldestJob]]],
  canvass_payments_open: [
    'Tries to pay that are not final, by provider and state',
    ['provider', 'state'],
    (backlog) => backlog?.attempts.map(({ provider, state, count }) => [{ provider, state }, count]),
  ],
  canvass_payment_oldest_seconds: [
    'Age of the oldest of them',
    ['provider', 'state'],
    (backlog) => backlog?.attempts.map(({ provider, state, oldest }) => [{ provider, state }, oldest]),
  ],
  canvass_payment_stops: ['What keeps payments from being sent', [], (backlog) => [[{}, backlog?.stops]]],
  canvass_books_broken_rules: [
    'Rules of the books that the latest look found broken',
    [],
    (backlog) => [[{}, backlog?.brokenRules]],
  ],
  canvass_trail_sealed_seconds: ['Time since the trail was sealed', [], (backlog) => [[{}, backlog?.sealed]]],
  canvass_replica_lag_seconds: [
    'How far a standby is behind; seen by members of pg_monitor alone',
    ['standby'],
    (backlog) => backlog?.standbys.map(({ standby, lag }) => [{ standby }, lag]),
  ],
} as const satisfies Record<
  string,
  readonly [string, readonly string[], (backlog: Backlog | undefined) => Row[] | undefined]
>
type Row = [labels: Record<string, string>, value: number | undefined]

/** Answers the text of all metrics, in Prometheus' own format. A database that is away is one of them. */
export function openMetrics(services: Services): { text: () => Promise<string>; contentType: string } {
  const { db, pool, replica } = services.database
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ofPool = new Gauge({
    name: 'canvass_pool_connections',
    help: 'Connections to the database; waiting: calls without one',
    labelNames: ['state'],
    registers: [registry],
  })
  const readings = new Gauge({
    name: 'canvass_readings',
    help: 'Long readings since the start, by the host that did them: replica, or primary in its place',
    labelNames: ['host'],
    registers: [registry],
  })
  const lacking = new Gauge({
    name: 'canvass_lacking',
    help: 'What the process should have and lacks',
    labelNames: ['part'],
    registers: [registry],
  })
  const gauges = Object.entries(ofBacklog).map(([name, [help, labelNames, rows]]) => ({
    gauge: new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] }),
    rows: rows as (backlog: Backlog | undefined) => Row[] | undefined,
  }))
  const all = Registry.merge([ofProcess, registry])

  async function text(): Promise<string> {
    ofPool.set({ state: 'idle' }, pool.idleCount)
    ofPool.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    ofPool.set({ state: 'waiting' }, pool.waitingCount)
    for (const [host, n] of Object.entries(replica?.served ?? {})) readings.set({ host }, n)
    lacking.reset()
    for (const part of await readLacking(services).catch(() => [])) lacking.set({ part }, 1)
    const backlog = await readBacklog(db).catch(() => undefined)
    for (const { gauge, rows } of gauges) {
      gauge.reset()
      for (const [labels, value] of rows(backlog) ?? []) if (value !== undefined) gauge.set(labels, value)
    }
    return all.metrics()
  }
  return { text, contentType: all.contentType }
}
