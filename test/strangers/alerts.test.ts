/** Prometheus' own promtool reads the alert rules, and each alert goes off by the series that it is for, and by nothing less. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const promtool = process.env['PROMTOOL'] ?? 'promtool'
const rules = join(import.meta.dirname, '../../deploy/alerts.yml')

function hasPromtool(): boolean {
  try {
    execFileSync(promtool, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.log('Left out: alert rules (apt install prometheus, or PROMTOOL=path)')
    return false
  }
}

type Series = Record<string, string>

/** By alert: what sets it off within half an hour, and what does not. Values as promtool writes them: from, step, times. */
const alarms: Record<string, [loud: Series, calm: Series]> = {
  CanvassDatabaseAway: [{ canvass_database_up: '0x30' }, { canvass_database_up: '1 0 1x28' }],
  CanvassPaymentsStopped: [{ canvass_payment_stops: '1x30' }, { canvass_payment_stops: '0x30' }],
  CanvassBooksBroken: [{ canvass_books_broken_rules: '1x30' }, { canvass_books_broken_rules: '0x30' }],
  CanvassPaymentsUnknown: [
    { 'canvass_payment_oldest_seconds{provider="a",state="UNKNOWN"}': '60+60x30' },
    { 'canvass_payment_oldest_seconds{provider="a",state="UNKNOWN"}': '1700x30' },
  ],
  CanvassPaymentsWait: [
    { 'canvass_payment_oldest_seconds{provider="a",state="QUEUED"}': '3700x30' },
    { 'canvass_payment_oldest_seconds{provider="a",state="QUEUED"}': '3500x30' },
  ],
  CanvassNoWorker: [{ canvass_job_oldest_seconds: '0+60x30' }, { canvass_job_oldest_seconds: '290x30' }],
  CanvassTrailUnsealed: [{ canvass_trail_sealed_seconds: '0+60x30' }, { canvass_trail_sealed_seconds: '800x30' }],
  CanvassStandbyBehind: [
    { 'canvass_replica_lag_seconds{standby="s"}': '70x30' },
    { 'canvass_replica_lag_seconds{standby="s"}': '70 70 1x28' },
  ],
  CanvassReplicaUnused: [
    { 'canvass_readings{host="primary"}': '0+60x30', 'canvass_readings{host="replica"}': '5x30' },
    { 'canvass_readings{host="primary"}': '5x30', 'canvass_readings{host="replica"}': '0+60x30' },
  ],
  CanvassTurnsAway: [
    { 'canvass_refusals_total{code="BUSY"}': '0+120x30' },
    { 'canvass_refusals_total{code="VALIDATION_FAILED"}': '0+1200x30' },
  ],
  CanvassSlow: [
    {
      'canvass_call_seconds_bucket{le="2.5"}': '0+50x30',
      'canvass_call_seconds_bucket{le="10"}': '0+60x30',
      'canvass_call_seconds_bucket{le="+Inf"}': '0+60x30',
    },
    { 'canvass_call_seconds_bucket{le="2.5"}': '0+60x30', 'canvass_call_seconds_bucket{le="+Inf"}': '0+60x30' },
  ],
  CanvassPoolEmpty: [
    { 'canvass_pool_connections{state="waiting"}': '3x30' },
    { 'canvass_pool_connections{state="waiting"}': '3 3 0x28' },
  ],
  CanvassLacks: [{ 'canvass_lacking{part="files"}': '1x30' }, { 'canvass_lacking{part="worker"}': '1x30' }],
}

const seriesOf = (series: Series) => Object.entries(series).map(([name, values]) => ({ series: name, values }))

const isOff = (alertname: string) => ({ alertname, eval_time: '30m', exp_alerts: [] })

/** The alerts that are on after half an hour of these series. */
function firing(series: Series): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-alerts-'))
  try {
    const tests = [{ interval: '1m', input_series: seriesOf(series), alert_rule_test: Object.keys(alarms).map(isOff) }]
    const file = join(folder, 'test.json')
    writeFileSync(file, JSON.stringify({ rule_files: [rules], tests }))
    execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' })
    return []
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    const found = [...(stdout + stderr).matchAll(/alertname: (\w+), time/g)].map(([, name = '']) => name)
    if (found.length === 0) throw error
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.runIf(hasPromtool())('each alert goes off by what it is for, and by nothing less', () => {
  const declared = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(new Set(declared)).toEqual(new Set(Object.keys(alarms)))
  for (const [alert, [loud, calm]] of Object.entries(alarms)) {
    expect(firing(loud), alert).toEqual([alert])
    expect(firing(calm), alert).toEqual([])
  }
})
