/** Passkeys: by themselves, after a password and before money moves; a device of the test's own making has them. */
import { expect } from 'vitest'
import { auth, type PasskeyProof } from '#contract/auth.ts'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { secondFactor } from '#contract/second-factor.ts'
import type { Staff } from '../../test/given.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { Device, type Oddity } from './test/device.ts'

const password = 'correct horse battery'

const asks = async ({ as }: Pick<TestApp, 'as'>) => (await as(undefined).call(auth.passkeyChallenge)).challenge

async function withPasskey(app: TestApp, device = new Device(), permissions: string[] = ['companies.read']) {
  const staff = await app.given.admin({ permissions, password })
  const body = device.make(await asks(app))
  const { recoveryCodes } = await app.as(staff).call(secondFactor.addPasskey, { body })
  return { staff, device, recoveryCodes: recoveryCodes ?? [] }
}

const enter = ({ as }: TestApp, body: PasskeyProof) => as(undefined).call(auth.passkey, { body })

test('a passkey signs in by itself, each time by a challenge of its own', async ({ app }) => {
  for (const kind of ['P-256', 'RSA'] as const) {
    const { staff, device, recoveryCodes } = await withPasskey(app, new Device(kind))
    expect(recoveryCodes).toHaveLength(10)
    const answer = await app.as(undefined).call(auth.passkeyChallenge)
    expect(answer.rpId).toBe('localhost')
    const proof = device.sign(answer.challenge)
    const both = await Promise.allSettled([enter(app, proof), enter(app, proof)])
    const [opened, ...others] = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(others).toEqual([])
    if (!opened) throw new Error('The passkey opened nothing')
    const { AccessToken: token, userInfo } = opened
    expect(userInfo).toMatchObject({ id: staff.id, factors: ['PASSKEY'] })
    const { data } = await app.as({ ...staff, token }).call(secondFactor.get)
    expect(data.factors).toMatchObject([{ kind: 'PASSKEY', name: 'Phone', usedAt: expect.any(String) as string }])
    // The same again opens nothing, also with the counter out of the way.
    await expect(enter(app, proof)).rejects.toMatchObject({ status: 410, code: 'STEP_EXPIRED' })
  }
})

/** The others are those of webauthn.test.ts. */
const oddities: [string, Oddity, string][] = [
  ['another origin', { origin: 'https://canvass.example.net' }, 'PASSKEY_ELSEWHERE'],
  ['a person who is not verified', { flags: 0b001 }, 'PASSKEY_WRONG'],
]

test('a passkey counts here, now and for its verified owner alone', async ({ app }) => {
  const { staff, device } = await withPasskey(app)
  const me = app.as(staff)
  for (const [what, odd, code] of oddities) {
    await expect(enter(app, device.sign(await asks(app), odd)), what).rejects.toMatchObject({ status: 403, code })
    const body = new Device().make(await asks(app), odd)
    await expect(me.call(secondFactor.addPasskey, { body }), what).rejects.toMatchObject({ status: 403, code })
    await app.sql.owner.query('delete from login_failure')
  }
  const challenge = await asks(app)
  await app.sql.owner.query(`update passkey_challenge set expires_at = now()`)
  await expect(enter(app, device.sign(challenge))).rejects.toMatchObject({ code: 'STEP_EXPIRED' })
  await enter(app, device.sign(await asks(app)))
})

test('signatures and data of any bytes are refused with a word', async ({ app }) => {
  const { device } = await withPasskey(app)
  const refused = { status: 403, code: expect.stringMatching(/^PASSKEY_(WRONG|ELSEWHERE|UNKNOWN)$/) as string }
  const wrong: Partial<PasskeyProof>[] = [
    { signature: 'AAAA' },
    { signature: new Device().sign('x').signature },
    { authenticatorData: 'AA' },
    { clientDataJSON: 'bnVsbA' },
    { clientDataJSON: 'e30' },
    { clientDataJSON: '_' },
    { id: new Device().id },
  ]
  for (const part of wrong)
    await expect(enter(app, { ...device.sign(await asks(app)), ...part }), JSON.stringify(part)).rejects.toMatchObject(
      refused,
    )
})

test('a counter that goes back tells of a copy; devices that do not count are let in', async ({ app }) => {
  const { device } = await withPasskey(app)
  await enter(app, device.sign(await asks(app), { counter: 7 }))
  for (const counter of [7, 3, 0])
    await expect(enter(app, device.sign(await asks(app), { counter }))).rejects.toMatchObject({
      code: 'PASSKEY_COPIED',
    })
  await enter(app, device.sign(await asks(app), { counter: 8 }))
  const still = new Device()
  const other = await app.given.admin({ password })
  const body = still.make(await asks(app), { counter: 0 })
  await app.as(other).call(secondFactor.addPasskey, { body })
  for (let n = 0; n < 2; n++) await enter(app, still.sign(await asks(app), { counter: 0 }))
})

test('after a password, and before money moves, the passkey is that of the account', async ({ app }) => {
  const { staff, device } = await withPasskey(app, new Device(), ['roles.grantPayments', 'payments.read'])
  const { device: theirs } = await withPasskey(app)
  const login = (passkey?: PasskeyProof) =>
    app.as(undefined).call(auth.login, { body: { username: staff.username, password, passkey } })
  const again = (passkey: PasskeyProof) => app.as(staff).call(auth.reauthenticate, { body: { passkey } })
  await expect(login()).rejects.toMatchObject({ code: 'SECOND_STEP_REQUIRED', data: { ways: ['PASSKEY'] } })
  for (const prove of [login, again])
    await expect(prove(theirs.sign(await asks(app)))).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  await login(device.sign(await asks(app)))

  const hour = `update session set authenticated_at = now() - interval '1 hour' where person_id = $1`
  await app.sql.owner.query(hour, [staff.id])
  const release = () => app.as(staff).call(paymentPolicy.set, { body: { version: 0, limits: [], reason: 'A try' } })
  await expect(release()).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' })
  await again(device.sign(await asks(app)))
  await release()
})

test('passkeys are several and go one by one; the last takes the recovery codes along', async ({ app }) => {
  const { staff, device } = await withPasskey(app)
  const me = app.as(staff)
  const add = async (another: Device) =>
    me.call(secondFactor.addPasskey, { body: { ...another.make(await asks(app)), name: 'Key ring' } })
  expect((await add(new Device())).recoveryCodes).toBeNull()
  await expect(add(device)).rejects.toMatchObject({ code: 'DUPLICATE' })
  const { data } = await me.call(secondFactor.get)
  expect(data.factors.map(({ name }) => name)).toEqual(['Phone', 'Key ring'])
  for (const [at, { id }] of data.factors.entries()) {
    await me.call(secondFactor.remove, { params: { id } })
    expect((await me.call(secondFactor.get)).data.codesLeft).toBe(at === 0 ? 10 : 0)
  }
  await expect(enter(app, device.sign(await asks(app)))).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
})

test('a passkey of an owner who is suspended, or is being so, opens nothing', async ({ app }) => {
  const { staff, device }: { staff: Staff; device: Device } = await withPasskey(app)
  const gate = await app.sql.owner.connect()
  try {
    await gate.query('begin')
    await gate.query('select pg_advisory_xact_lock(rights_key($1))', [staff.id])
    await gate.query(`update person set status = 'SUSPENDED' where id = $1`, [staff.id])
    await app.sql.owner.query('delete from login_failure')
    const entering = enter(app, device.sign(await asks(app)))
    await expect.poll(async () => (await gate.query('select from login_failure')).rowCount).toBe(2)
    await gate.query('commit')
    await expect(entering).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  } finally {
    gate.release(true)
  }
  await expect(enter(app, device.sign(await asks(app)))).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' })
})
