import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { whoPays } from './start-payments.ts'

test('authorized payments go to the provider, else to the simulator, else they wait', () => {
  const provider = { PROVIDER_URL: 'https://pay.example.org', PROVIDER_ACCOUNT: 'a' }
  const external = { DATABASE_URL: 'postgres://db.example.org/canvass' }
  const told = [{ ...provider, ...external }, provider, {}, external].map((env) => whoPays(parseSettings(env)))
  expect(told).toEqual(['PROVIDER', 'PROVIDER', 'SIMULATOR', 'NOBODY'])
})
