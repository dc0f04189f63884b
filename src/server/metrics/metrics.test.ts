import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { buildApp } from '../app.ts'
import { caller } from '../test/caller.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'
import { serveMetrics } from './serve.ts'

/** The samples by name and labels. */
async function scrape(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(samples.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]))
}

test('an operator reads calls, refusals and what waits, and no name of a person', async ({ services, given, sql }) => {
  const server = await buildApp({ ...services, settings: { ...services.settings, metricsPort: 9100 } })
  const metrics = await serveMetrics(services, { host: '127.0.0.1', port: 0 })
  try {
    const survey = await given.survey()
    const staff = caller(server, (await given.admin()).token)
    const before = await scrape(metrics.port)
    await staff.call(entry.send, { body: { surveyId: survey.id, answers: { name: 'Ana', members: 4 } } })
    await refusalOf(staff.call(entry.send, { body: { surveyId: survey.id, answers: { members: 'many' } } }))
    await sql.owner.query(`insert into job (kind, payload, created_at, next_at)
        values ('responses.export', '{}', now() - interval '10 minutes', now() - interval '10 minutes')`)
    const after = await scrape(metrics.port)
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const route = 'method="POST",route="/api/v1/responses"'
    expect(grown(`canvass_call_seconds_count{${route},status="201"}`)).toBe(1)
    expect(grown(`canvass_call_seconds_count{${route},status="400"}`)).toBe(1)
    expect(grown('canvass_refusals_total{code="VALIDATION_FAILED"}')).toBe(1)
    expect(after.get('canvass_database_up')).toBe(1)
    expect(after.get('canvass_jobs_waiting')).toBe(1)
    expect(after.get('canvass_job_oldest_seconds')).toBeGreaterThan(500)
    expect([before, after].map((each) => each.get('canvass_lacking{part="worker"}'))).toEqual([undefined, 1])
    const ready = await server.inject('/readyz?deep')
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { status: 'lacking', lacking: ['worker'] }])
    expect((await server.inject('/readyz')).statusCode).toBe(200)
    await sql.owner.query(`update schema_file set name = 'other' where name = 'base/0.2.0'`)
    const behind = await server.inject('/readyz?deep')
    expect(behind.json()).toMatchObject({ lacking: ['worker', 'upgrades'] })
    expect([...after.keys()].join('\n')).not.toMatch(/Ana|survey-|\+258/)
    for (const path of ['/', '/metrics/..']) {
      const other = await fetch(`http://127.0.0.1:${metrics.port}${path}`)
      expect(other.status).toBe(404)
    }
  } finally {
    await metrics.stop()
    await server.close()
  }
})

test('each alert and each panel of the board asks for metrics that are there', async ({ services }) => {
  const metrics = await serveMetrics(services, { host: '127.0.0.1', port: 0 })
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  await metrics.stop()
  const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['alerts.yml', 'grafana.json']) {
    const rules = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')
    const asked = [...rules.matchAll(/\b(?:canvass|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count)$/, ''),
    )
    expect(new Set(asked).size).toBeGreaterThan(8)
    expect(asked.filter((name) => !declared.has(name))).toEqual([])
  }
})
