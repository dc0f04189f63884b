/** SQL as the app's role against what decides over money: each kind is refused, whatever the program would do. */
import { expect, test } from 'vitest'
import { answered, paidAs, refusedWith } from '../test/ended-payments.ts'
import { type PaymentsApp, withPayments } from '../test/with-payments.ts'

type Attack = readonly [name: string, text: string, values?: unknown[]]

/** Each in a transaction of its own. Returns those that the database did not refuse. */
async function accepted({ sql }: PaymentsApp, attacks: readonly Attack[]): Promise<string[]> {
  const through: string[] = []
  for (const [name, text, values = []] of attacks) {
    const client = await sql.app.connect()
    try {
      await client.query('begin')
      await client.query(text, values)
      await client.query('set constraints all immediate')
      through.push(name)
    } catch (error) {
      // A misspelt attack proves nothing.
      expect([name, (error as { code: string }).code]).toEqual([name, expect.stringMatching(/^(CV001|42501|235..)$/)])
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  return through
}

/** A payable for response $1, with one of its facts other than the survey and the response say. */
function owe(change: Record<string, string> = {}): string {
  const facts = {
    kind: `'INDIVIDUAL'`,
    phone: 'person.phone',
    amount: 's.amount_minor',
    currency: 's.currency',
    participant: 'f.participant_id',
    from: `'PARTICIPANT'`,
    link: 'f.id',
    ...change,
  }
  return `with owed as (
      select nextval('thing_id') as id, f.survey_id, ${facts.participant} as participant, ${facts.phone} as phone,
        ${facts.amount} as amount, ${facts.currency} as currency, ${facts.link} as link
      from form f join survey s on s.id = f.survey_id join person on person.id = f.participant_id where f.id = $1
    ), made as (
      insert into payable (id, kind, survey_id, participant_id, msisdn, amount_minor, currency, provider, phone_from, facts_hash)
      select id, ${facts.kind}, survey_id, participant, phone, amount, currency, 'gsma', ${facts.from},
        signed_facts(phone, amount, currency, 'gsma', link::text) from owed
    )
    insert into payable_response (payable_id, survey_id, response_id) select id, survey_id, link from owed`
}

test(
  'a payable is made as survey and response say, or not at all',
  withPayments(async (app) => {
    const { given, sql } = app
    const survey = await given.survey({ amount: '50.00' })
    const [response] = await given.responses(survey, 1, { status: 'APPROVED', phone: '+258871230001' })
    const [waiting] = await given.responses(survey, 1, { status: 'IN_REVIEW', phone: '+258871230002' })
    const [pilot] = await given.responses(survey, 1, { status: 'APPROVED', phone: '+258871230003' })
    await sql.owner.query('update form set is_pilot = true where id = $1', [pilot?.id])
    const free = await given.survey()
    const [unpaid] = await given.responses(free, 1, { status: 'APPROVED', phone: '+258871230004' })
    const id = [response?.id]
    const attacks: Attack[] = [
      ['for a response that is not approved', owe(), [waiting?.id]],
      ['for a pilot', owe(), [pilot?.id]],
      ['for a free survey', owe({ amount: '5000', currency: `'MZN'` }), [unpaid?.id]],
      ['at another price', owe({ amount: '500000::bigint' }), id],
      ['in another currency', owe({ currency: `'USD'::text` }), id],
      ['to another phone', owe({ phone: `'+258840000000'` }), id],
      ['to a phone of its own', owe({ phone: `'+258840000000'`, from: `'GIVEN'` }), id],
      ['to another participant', owe({ participant: '(select max(id) from person)' }), id],
      ['to no participant', owe({ participant: 'null::bigint' }), id],
      ['as a set', owe({ kind: `'GROUPED'` }), id],
      ['through an unknown provider', owe().replaceAll(`'gsma'`, `'other'`), id],
      ['with facts unlike its hash', owe().replace('signed_facts(phone, amount', 'signed_facts(phone, 1'), id],
      [
        'without its response',
        owe().replace('select id, survey_id, link from owed', 'select id, survey_id, link from owed limit 0'),
        id,
      ],
    ]
    expect(await accepted(app, attacks)).toEqual([])
    await sql.app.query(owe(), id)
  }),
)

const sign = `insert into step (payable_id, round, step, level, actor_id, role, facts_hash, carried)
  select p.id, p.round + $4, $2, $5, $3, (select r.role from person a join role r on r.id = a.role_id where a.id = $3),
    p.facts_hash, $6 from payable p where p.id = $1`

const by = (id: number, step: string, who: number, [next, level, carried]: [number, number, boolean]): unknown[] => [
  id,
  step,
  who,
  next,
  level,
  carried,
]

test(
  'signatures are complete, in order, of the round, and carried only by those who may',
  withPayments(async (app) => {
    const { given, maker, approver, authorizer } = app
    const people = { initiatedBy: maker.id, approvedBy: approver.id }
    const [initiated = 0] = (await given.payments({ ...people, status: 'INITIATED' })).ids
    const [approved = 0] = (await given.payments({ ...people, status: 'APPROVED' })).ids
    expect(
      await accepted(app, [
        ['a second level alone', sign, by(initiated, 'approve', approver.id, [0, 2, false])],
        ['a third level', sign, by(approved, 'approve', authorizer.id, [0, 3, false])],
        ['two levels by one person', sign, by(approved, 'approve', approver.id, [0, 2, false])],
        ['a carried approval', sign, by(initiated, 'approve', approver.id, [0, 1, true])],
        ['a carried approval of a round to come', sign, by(approved, 'approve', approver.id, [1, 1, true])],
        ['a carried approval by another person', sign, by(approved, 'approve', authorizer.id, [1, 1, true])],
        ['a retry of what did not fail', sign, by(approved, 'retry', maker.id, [1, 1, false])],
        ['a recall of what was not sent', sign, by(approved, 'recall', authorizer.id, [1, 1, false])],
        ['a reopening of what is open', sign, by(initiated, 'reopen', maker.id, [1, 1, false])],
        ['a step that nobody knows', sign, by(initiated, 'pay', maker.id, [0, 1, false])],
        ['a correction of this round', sign, by(initiated, 'correct', maker.id, [0, 1, false])],
        [
          'a correction by no step',
          `update payable set status = 'ELIGIBLE', round = 2, amount_minor = 1 where id = $1`,
          [approved],
        ],
        ['a new round by no step', `update payable set round = round + 1 where id = $1`, [approved]],
        ['a cancelled signature', `update payable set status = 'CANCELLED' where id = $1`, [approved]],
        ['another amount under a signature', `update payable set amount_minor = 1 where id = $1`, [initiated]],
        ['another phone under a signature', `update payable set msisdn = '+258840000000' where id = $1`, [initiated]],
      ]),
    ).toEqual([])
    const [eligible = 0] = (await given.payments()).ids
    const [phone, hash] = [
      '+258840000000',
      `signed_facts('+258840000000', amount_minor, currency, provider, signed_responses(id))`,
    ]
    expect(
      await accepted(app, [
        [
          'another phone than the participant’s',
          `update payable set msisdn = '${phone}', facts_hash = ${hash} where id = $1`,
          [eligible],
        ],
        [
          'a given phone by no step',
          `update payable set msisdn = '${phone}', phone_from = 'GIVEN', facts_hash = ${hash} where id = $1`,
          [eligible],
        ],
        [
          'another amount by no step',
          `update payable set amount_minor = 1, facts_hash = signed_facts(msisdn, 1, currency, provider, signed_responses(id)) where id = $1`,
          [eligible],
        ],
      ]),
    ).toEqual([])
  }),
)

const attempt = (change: string, id: number): [string, unknown[]] => [
  `update attempt set ${change} where payable_id = $1`,
  [id],
]

const finding = (outcome: string, who: number, id: number): [string, unknown[]] => [
  `insert into finding (payable_id, attempt_no, outcome, evidence, actor_id, role)
   values ($1, 1, $2, 'seen', $3, (select r.role from person a join role r on r.id = a.role_id where a.id = $3))`,
  [id, outcome, who],
]

const status = (to: string, id: number): [string, unknown[]] => [
  'update payable set status = $2 where id = $1',
  [id, to],
]

const booking = (kind: string, from: string, to: string, id: number): [string, unknown[]] => [
  `insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no)
   select '${kind}', f.id, t.id, 'MZN', 50000, a.payable_id, a.no from attempt a join payable p on p.id = a.payable_id
     join account f on f.kind = '${from}' and coalesce(f.batch_id, a.batch_id) = a.batch_id and coalesce(f.survey_id, p.survey_id) = p.survey_id
     join account t on t.kind = '${to}' and coalesce(t.batch_id, a.batch_id) = a.batch_id and coalesce(t.survey_id, p.survey_id) = p.survey_id
   where a.payable_id = $1 and f.currency = 'MZN' and t.currency = 'MZN'`,
  [id],
]

test(
  'no payment succeeds, comes back or is rewritten without the provider or two people',
  withPayments(async (app) => {
    const { given, maker, approver, authorizer, sql } = app
    const { ids } = await given.payments({ count: 4 })
    await given.float({ amountMinor: 200_000 })
    const [paid = 0, failed = 0, unclear = 0, queued = 0] = ids
    await answered(app, [paid], paidAs(50_000))
    await answered(app, [failed], refusedWith('requestDeclined'))
    await answered(app, [unclear], paidAs(1))
    await app.letGo([queued])
    const reader = await given.admin({ permissions: ['payments.read', 'payments.initiate'] })
    await sql.owner.query(`insert into account (kind, provider, currency) values ('SUSPENSE', 'gsma', 'MZN')`)
    const attacks: Attack[] = [
      ['paid without a word of the provider', ...attempt(`state = 'SUCCESSFUL', paid_minor = null`, unclear)],
      ['paid at another amount', ...attempt(`state = 'SUCCESSFUL'`, unclear)],
      [
        'paid in another currency',
        ...attempt(`state = 'SUCCESSFUL', paid_minor = amount_minor, paid_currency = 'USD'`, unclear),
      ],
      [
        'paid to another payee',
        ...attempt(`state = 'SUCCESSFUL', paid_minor = amount_minor, paid_msisdn = '+1'`, unclear),
      ],
      [
        'paid without a reference',
        ...attempt(`state = 'SUCCESSFUL', paid_minor = amount_minor, provider_ref = null`, unclear),
      ],
      ['failed without a reason', ...attempt(`state = 'FAILED', reason = null`, unclear)],
      ['settled by no finding', ...attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)],
      ['never sent, yet settled', ...attempt(`state = 'SUCCESSFUL', resolved = true`, queued)],
      ['recalled by no person', ...attempt(`state = 'RECALLED'`, queued)],
      ['recalled after it was sent', ...attempt(`state = 'RECALLED'`, unclear)],
      ['a final state changed', ...attempt(`state = 'FAILED', reason = 'x'`, paid)],
      ['a final reference changed', ...attempt(`provider_ref = 'other'`, paid)],
      ['a final moment changed', ...attempt('final_at = now()', paid)],
      ['a final lease changed', ...attempt('next_at = now()', paid)],
      ['a final reason changed', ...attempt(`reason = 'other'`, failed)],
      ['a final count of sends changed', ...attempt('sends = 0', failed)],
      ['a failure called queued', ...attempt(`state = 'QUEUED'`, failed)],
      ['a failure called settled', ...attempt(`state = 'SUCCESSFUL', resolved = true`, failed)],
      ['a failure called paid without proof', ...attempt(`state = 'SUCCESSFUL'`, failed)],
      ['a success without its attempt', ...status('SUCCESSFUL', failed)],
      ['a success of what is on its way', ...status('SUCCESSFUL', unclear)],
      ['a reversal without a finding', ...status('REVERSING', paid)],
      ['a failure approved without its signatures', ...status('APPROVED', failed)],
      ['a finding of what is not unclear', ...finding('PAID', approver.id, paid)],
      ['a finding of a recovery that was not begun', ...finding('RECOVERED', authorizer.id, paid)],
      ['a finding without the right', ...finding('REVERSE', reader.id, paid)],
      ['a finding rewritten', 'update finding set evidence = $1', ['other']],
      ['a finding deleted', 'delete from finding'],
      ['an incident deleted', 'delete from incident'],
      ['money spent late that never failed', ...booking('late', 'FLOAT', 'SPENT', paid)],
      ['money spent on credit without a failure', ...booking('lateOnCredit', 'SUSPENSE', 'SPENT', paid)],
      ['a loss without an incident', ...booking('loss', 'FLOAT', 'SUSPENSE', failed)],
      ['money back without a reversal', ...booking('reverse', 'SPENT', 'FLOAT', paid)],
      ['a recall of money that is on its way', ...booking('recall', 'RESERVED', 'FLOAT', queued)],
      ['a provider added', `insert into provider (name) values ('mine')`],
      ['a right of a step changed', `update payment_step set permission = 'payments.read'`],
      ['a move added', `insert into payable_move values ('FAILED', 'REVERSED', null, false)`],
    ]
    expect(await accepted(app, attacks)).toEqual([])
    // One person's word, twice, settles nothing; nor do two words that differ.
    const insert = (outcome: string, who: number) => sql.app.query(...finding(outcome, who, unclear))
    await insert('PAID', approver.id)
    await insert('PAID', approver.id)
    expect(
      await accepted(app, [['one person twice', ...attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)]]),
    ).toEqual([])
    await insert('NOT_PAID', maker.id)
    expect(
      await accepted(app, [
        ['two who differ', ...attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)],
        ['two who differ, the other way', ...attempt(`state = 'FAILED', resolved = true`, unclear)],
      ]),
    ).toEqual([])
  }),
)
