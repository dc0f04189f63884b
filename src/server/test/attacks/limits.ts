/** Attacks on how much may be let go: each is a whole authorization that breaks one limit and nothing else. */
import type { Attack, Work } from './attack.ts'
import { newAttempt, newBatch } from './money.ts'
import { sign } from './payables.ts'
import type { Stage } from './stage.ts'

/** Signs, queues and reserves, as the program does it: each by itself, in one transaction. */
export function authorize(ids: readonly number[], currency: string, { authorizer }: Stage): string {
  const all = `(${ids.join(', ')})`
  const moved = (kind: string, from: string, to: string, amount: string, of: string) => `
    insert into transfer (kind, credit_account, debit_account, currency, amount_minor${of && ', payable_id, attempt_no'})
    select '${kind}', f.id, t.id, '${currency}', ${amount}${of && ', a.payable_id, a.no'} from account f, account t${of && ', attempt a'}
    where f.name = ${from} and t.name = ${to}${of}`
  const own = (kind: string) => `'${kind}:gsma:${currency}:' || (select max(id) from batch)`
  const attempts = ids.map((id) => newAttempt(id)).join(';')
  return `${ids.map((id) => sign(id, 'authorize', authorizer)).join(';')}; ${newBatch(authorizer)}; ${attempts};
    insert into account (kind, provider, currency, batch_id) select k, 'gsma', '${currency}', max(id) from batch, unnest('{HELD,RESERVED}'::text[]) k
      group by k;
    ${moved('hold', `'FLOAT:gsma:${currency}'`, own('HELD'), `(select sum(amount_minor) from payable where id in ${all})`, '')};
    ${moved('reserve', own('HELD'), own('RESERVED'), 'a.amount_minor', ` and a.payable_id in ${all}`)};
    update payable set status = 'PROCESSING' where id in ${all}`
}

export function attacksOnLimits(stage: Stage): Attack[] {
  const { each, daily, together, ofPhone, budgeted } = stage.limited
  return [
    ['a payment above the limit of one', authorize(each.slice(1), 'KES', stage)],
    ['payments of a person above the limit of their day', authorize(daily.slice(1), 'UGX', stage)],
    ['payments above the limit of one transaction', authorize(together, 'TZS', stage)],
    ['payments to a phone above the limit of its day', authorize(ofPhone, 'ZMW', stage)],
    ['payments above the budget of their survey', authorize(budgeted, 'RWF', stage)],
    [
      'an attempt that says it was made yesterday',
      authorize(ofPhone.slice(1), 'ZMW', stage)
        .replace('currency, state)', 'currency, state, requested_at)')
        .replace(`'QUEUED' from`, `'QUEUED', now() - interval '1 day' from`),
    ],
  ]
}

/** What stays within each limit goes through: the attacks above fail by their limit alone. */
export function withinLimits(stage: Stage): Work[] {
  const { together, ofPhone, budgeted } = stage.limited
  const within = (ids: number[], currency: string) => `${authorize(ids.slice(1), currency, stage)}; select 1`
  return [
    ['a payment within the limit of one transaction', within(together, 'TZS'), '[[1]]'],
    ['a payment within the limit of a phone', within(ofPhone, 'ZMW'), '[[1]]'],
    ['a payment within the budget', within(budgeted, 'RWF'), '[[1]]'],
  ]
}
