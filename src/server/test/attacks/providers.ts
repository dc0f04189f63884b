/** Attacks on the providers, and on which of them a payment goes through. */
import type { Attack, Work } from './attack.ts'
import { owe } from './payables.ts'
import type { Stage } from './stage.ts'

const signedAs = (provider: string): string =>
  `provider = '${provider}', facts_hash = signed_facts(msisdn, amount_minor, currency, '${provider}', signed_responses(id))`
/** People's providers alone, of which one pays to phones that begin so. */
const serves = (prefix: string): string =>
  `select own_provider(null, null); update provider set prefixes = '{${prefix}}', enabled = true where name = 'other'`
const inDoubt = (id: string): string => `select count(*)::int from doubtful_payable where payable_id = ${id}`

const bands = (charge: number): string => JSON.stringify([{ currency: 'MZN', upTo: 60_000, charge }])
/** With the amount and the signature that it would take. */
const charged = (id: number): string =>
  `update payable set charge_minor = 700, amount_minor = amount_minor + 700,
    facts_hash = signed_facts(msisdn, amount_minor + 700, currency, provider, signed_responses(id)) where id = ${id}`

export function attacksOnProviders({ payments, ended, responses }: Stage): Attack[] {
  const moved = (to: string) => `update payable set ${signedAs(to)} where id = ${payments.eligible}`
  return [
    ['the provider of the settings changed', `update provider set base_url = 'https://x' where name = 'gsma'`],
    ['the provider of the settings switched off', `update provider set enabled = false where name = 'gsma'`],
    ['owed through a provider that its facts do not choose', owe(responses.response, { provider: `'other'` })],
    ['a payment moved to a provider that its facts do not choose', moved('other')],
    ['a real payment moved to the simulator', moved('simulator')],
    [
      'owed with a charge that its provider does not take',
      owe(responses.response, { charge: '700', amount: 's.amount_minor + 700' }),
    ],
    ['a charge of all that is sent', owe(responses.response, { charge: 'amount' })],
    ['a charge put on an unsigned payment', charged(payments.eligible)],
    ['a charge put on a signed payment', charged(payments.initiated)],
    ['a charge told of a payment that was sent', `update payable set charge_minor = 1 where id = ${ended.sent}`],
    ['a provider that charges less than nothing', `update provider set charges = '${bands(-1)}' where name = 'other'`],
    [
      'a provider that tells names in a dialect without them',
      `update provider set tells_names = true where name = 'bank'`,
    ],
    ['a provider that is called in the clear', `update provider set base_url = 'http://x' where name = 'other'`],
    ['a provider with a lease of no time', `update provider set lease_seconds = 1 where name = 'other'`],
  ]
}

export function waysOfProviders({ payments, responses }: Stage): Work[] {
  const { eligible, initiated } = payments
  const throughWhom = `select array_agg(provider order by id = ${eligible}) from payable where id in (${eligible}, ${initiated})`
  const amounts = `select array_agg(amount_minor || ' ' || charge_minor order by id = ${eligible}) from payable where id in (${eligible}, ${initiated})`
  return [
    [
      'unsigned payments follow the charges of their provider',
      `${serves('+2588')}; update provider set charges = '${bands(700)}' where name = 'other'; ${amounts}`,
      '[[["50000 0","50700 700"]]]',
    ],
    ['unsigned payments follow the providers', `${serves('+2588')}; ${throughWhom}`, '[[["gsma","other"]]]'],
    ['what no provider serves any more is in doubt', `${serves('+1')}; ${inDoubt(String(eligible))}`, '[[1]]'],
    [
      'what no provider serves from the start is in doubt',
      `${serves('+1')}; ${owe(responses.response, { provider: `'other'` })}; ${inDoubt(`(select max(id) from payable)`)}`,
      '[[1]]',
    ],
    [
      'a payment to another phone is in doubt when no provider serves that',
      `${serves('+2588')}; update person set phone = '+12125550123' where id = (select participant_id from payable where id = ${eligible});
      ${inDoubt(String(eligible))}`,
      '[[1]]',
    ],
  ]
}
