/** Attacks on who may let more money through: limits and budgets. */
import type { Attack, Work } from './attack.ts'
import type { Stage } from './stage.ts'

const version = (who: number, change = 'null', no = '2') =>
  `insert into payment_policy (version, changed_by, reason, change_id) values (${no}, ${who}, 'attack', ${change})`
const limits = (of = 'amount_minor', where = 'true') =>
  `insert into payment_limit (version, kind, currency, amount_minor) select 2, kind, currency, ${of} from payment_limit
    where version = 1 and ${where}`
const waiting = (of: 'is null' | 'is not null') => `(select max(id) from limit_change where survey_id ${of})`
const decided = (who: number, of: 'is null' | 'is not null' = 'is null', status = 'CONFIRMED') =>
  `update limit_change set status = '${status}', decided_by = ${who} where id = ${waiting(of)}`

export function attacksOnControls({ keeper, second, stranger, survey, limited }: Stage): Attack[] {
  const budget = (change: string) => `update survey_budget set ${change} where survey_id = ${survey}`
  const asked = (who: number, more = '') =>
    `insert into limit_change (survey_id, version, wanted, asked_by${more && ', status, decided_by'})
      values (${limited.budgetSurvey}, 1, '{}', ${who}${more})`
  return [
    ['all limits removed by who may not', version(stranger)],
    ['all limits removed by one person', version(keeper)],
    ['a limit raised by one person', `${version(keeper)}; ${limits('amount_minor + 1')}`],
    ['a limit removed by one person', `${version(keeper)}; ${limits('amount_minor', `currency <> 'KES'`)}`],
    [
      'a limit of one role above that of each',
      `${version(keeper)}; ${limits()}; insert into payment_limit (version, kind, currency, role, amount_minor)
        select 2, kind, currency, 'ADMINISTRATOR', amount_minor + 1 from payment_limit where version = 1 and kind = 'PAYMENT'`,
    ],
    [
      'limits unlike the confirmed ones',
      `${decided(second)}; ${version(keeper, waiting('is null'))}; ${limits('amount_minor + 1')}`,
    ],
    ['limits by a change that waits', version(keeper, waiting('is null'))],
    [
      'limits by the change of a budget',
      `${decided(second, 'is not null')}; ${version(keeper, waiting('is not null'))}`,
    ],
    ['a version of limits left out', `${version(keeper, 'null', '9')}; ${limits().replace('2, kind', '9, kind')}`],
    [
      'a limit added to an earlier version',
      `insert into payment_limit (version, kind, currency, amount_minor) values (1, 'PAYMENT', 'MZN', 1)`,
    ],
    ['a change confirmed by who asked for it', decided(keeper)],
    ['a change confirmed by who may not', decided(stranger)],
    ['a change of a budget confirmed by who may not', decided(stranger, 'is not null')],
    ['a change confirmed after it was refused', `${decided(second, 'is null', 'REFUSED')}; ${decided(second)}`],
    ['a change decided in no known way', decided(second, 'is null', 'LATER')],
    ['a change that begins as confirmed', asked(keeper, `, 'REFUSED', ${second}`)],
    ['a change asked for without the right', asked(stranger)],
    ['two changes of one budget that wait', `${asked(keeper)}; ${asked(keeper)}`],
    ['a change asked for last year', asked(keeper, ', now()').replace('status, decided_by', 'asked_at')],
    ['a budget of a version of its own', budget('version = 7')],
    [
      'a new budget of a version of its own',
      `insert into survey_budget (survey_id, amount_minor, currency, changed_by, version)
      values (${limited.budgetSurvey}, 1, 'RWF', ${keeper}, 7)`,
    ],
    ...['asked_by', 'decided_by'].map((who): Attack => [
      `a person deleted who is ${who} of a change`,
      `delete from person where id = (select max(${who}) from limit_change where status = 'REFUSED')`,
    ]),
    ['a person deleted who set a budget', `delete from person where username = 'budgeter'`],
    ['a budget raised by one person', budget('amount_minor = amount_minor + 1')],
    ['a budget removed by one person', budget('amount_minor = null')],
    ['a budget in another currency', budget(`amount_minor = 1, currency = 'USD'`)],
    ['a budget set by who may not', budget(`amount_minor = 1, changed_by = ${stranger}`)],
    [
      'a budget unlike the confirmed one',
      `${decided(second, 'is not null')}; ${budget(`amount_minor = 3000000, change_id = ${waiting('is not null')}`)}`,
    ],
    ['a budget by a change that waits', budget(`amount_minor = 2000000, change_id = ${waiting('is not null')}`)],
    [
      'a budget by the change of limits',
      `${decided(second)}; ${budget(`amount_minor = null, change_id = ${waiting('is null')}`)}`,
    ],
  ]
}

/** What two people may do, and one. */
export function underControl({ keeper, second, survey }: Stage): Work[] {
  const confirmed = (of: string) =>
    `update limit_change set status = 'CONFIRMED', decided_by = ${second} where status = 'ASKED' and survey_id ${of}`
  return [
    [
      'limits that two people removed',
      `${confirmed('is null')}; insert into payment_policy (version, changed_by, reason, change_id)
        select 2, ${keeper}, 'two', id from limit_change where survey_id is null and status = 'CONFIRMED'; select max(version) from payment_policy`,
      '[[2]]',
    ],
    [
      'limits that one person lowered',
      `insert into payment_policy (version, changed_by, reason) values (2, ${keeper}, 'one');
      insert into payment_limit (version, kind, currency, amount_minor) select 2, kind, currency, 1 from payment_limit;
      select max(version) from payment_policy`,
      '[[2]]',
    ],
    [
      'a budget that two people raised',
      `${confirmed('is not null')}; update survey_budget set amount_minor = 2000000, change_id = c.id from limit_change c
        where c.survey_id = survey_budget.survey_id; select version, updated_at = now() from survey_budget where survey_id = ${survey}`,
      '[[2,true]]',
    ],
    [
      'a budget that one person lowered',
      `update survey_budget set amount_minor = 1, changed_by = ${second} where survey_id = ${survey};
      select version from survey_budget where survey_id = ${survey}`,
      '[[2]]',
    ],
  ]
}
