import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { weather } from '#contract/weather.ts'
import { test } from '../test/with-app.ts'
import { isPublicAddress } from '../public-address.ts'
import { WeatherStation } from './station.ts'

const beira = { location: { name: 'Beira' }, now: { text: 'Sunny', code: '0', temperature: '31' } }

/** A provider that notes what it was asked. */
async function givenProvider(answer: () => { status: number; body: unknown }) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    const { status, body } = answer()
    reply.writeHead(status).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { asked, url: `http://localhost:${(server.address() as AddressInfo).port}/now.json?location=beira` }
}

test('the server’s key asks the provider once for many; its answer outlives a failure', async () => {
  let status = 200
  const { asked, url } = await givenProvider(() => ({ status, body: { results: [{ ...beira, more: 1 }] } }))
  const station = new WeatherStation({ url, key: 'secret' }, () => true)
  const answers = await Promise.all([station.now(), station.now(), station.now()])
  status = 500
  answers.push(await station.now())
  expect(answers).toEqual(answers.map(() => [beira]))
  expect(asked).toEqual(['/now.json?location=beira&key=secret'])
})

test('an answer that is no weather, too long or a refusal is none', async () => {
  const bodies = [{ results: [] }, { results: [{ location: {} }] }, { results: 'x'.repeat(100_000) }]
  for (const body of bodies) {
    const { url } = await givenProvider(() => ({ status: 200, body }))
    expect(await new WeatherStation({ url, key: 'k' }, () => true).now()).toBeUndefined()
  }
  const { url } = await givenProvider(() => ({ status: 302, body: {} }))
  expect(await new WeatherStation({ url, key: 'k' }, () => true).now()).toBeUndefined()
})

test('addresses inside the house are refused, by number and by name', async () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.20.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a01:203',
    '64:ff9b:1::1',
    '2002:a01:203::1',
    '2001:0:a01:203::1',
  ]
  expect(inside.filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '2606:4700::1111'].filter((address) => !isPublicAddress(address))).toEqual([])
  const { asked, url } = await givenProvider(() => ({ status: 200, body: { results: [beira] } }))
  for (const each of [url, url.replace('localhost', '127.0.0.1')])
    expect(await new WeatherStation({ url: each, key: 'k' }).now()).toBeUndefined()
  expect(asked).toEqual([])
})

test('a house without a provider says so, and takes a caller’s key without using it', async ({ given, as }) => {
  const staff = as(await given.admin({ permissions: [] }))
  expect(await staff.call(weather.now, { query: { key: 'mine' } })).toMatchObject({ configured: false, results: [] })
})
