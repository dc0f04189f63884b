/** What the database refuses about sets by itself: SQL as the app's role, with the whole program bypassed. */
import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { setsOf } from '../../test/survey-sets.ts'

const unlawful = { code: 'CV001', message: 'ILLEGAL_TRANSITION' }

interface Try {
  surveyId: number
  /** Responses of the set. */
  ids: number[]
  amountMinor?: number
  setSize?: number
  currency?: string
  leftover?: 'PAY_PRO_RATA' | 'DROP'
}

/** A set as the program writes it, rolled back in the end. */
async function writeSet({ sql }: PaymentsApp, set: Try): Promise<void> {
  const { surveyId, ids, setSize = ids.length, amountMinor = setSize * 5000, currency = 'MZN', leftover } = set
  const client = await sql.app.connect()
  try {
    await client.query('begin')
    if (leftover !== undefined) {
      await client.query(`insert into leftover (survey_id, choice, participants, responses) values ($1, $2, 1, 1)`, [
        surveyId,
        leftover,
      ])
    }
    await client.query(
      `with made as (
         insert into payable (kind, survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash,
           set_size, leftover_id)
         select 'GROUPED', $1, person.id, person.phone, $3::bigint, $4::text, 'gsma',
           signed_facts(person.phone, $3, $4, 'gsma', array_to_string($2::bigint[], ',')), $5::int,
           (select max(id) from leftover where survey_id = $1 and $6)
         from form left join person on person.id = form.participant_id where form.id = ($2::bigint[])[1]
         returning id
       )
       insert into payable_response (payable_id, survey_id, response_id) select id, $1, unnest($2::bigint[]) from made`,
      [surveyId, ids, amountMinor, currency, setSize, leftover !== undefined],
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function twoWaiting(app: PaymentsApp, phone: string) {
  const survey = await app.given.survey({ amount: '50.00', setSize: 2, allowMultipleResponses: true })
  const ids = (await app.given.responses(survey, 3, { phone, status: 'APPROVED' })).map(({ id }) => id)
  return { surveyId: survey.id, ids }
}

test('a set has its survey’s count and amount, and approved responses of one person', async ({ app }) => {
  const { surveyId, ids } = await twoWaiting(app, '+258890000001')
  const pair = ids.slice(0, 2)
  await writeSet(app, { surveyId, ids: pair })
  await writeSet(app, { surveyId, ids: ids.slice(2), leftover: 'PAY_PRO_RATA' })
  const refused: [name: string, set: Partial<Try>][] = [
    ['one less', { ids: ids.slice(2) }],
    ['one more', { ids }],
    ['fewer links than it says', { setSize: 2, ids: ids.slice(2) }],
    ['more links than it says', { setSize: 2, ids }],
    ['another amount', { amountMinor: 9999 }],
    ['another currency', { currency: 'UGX' }],
    ['a full set as a leftover', { leftover: 'PAY_PRO_RATA' }],
    ['a leftover that was to be dropped', { ids: ids.slice(2), leftover: 'DROP' }],
  ]
  for (const [name, set] of refused)
    await expect(writeSet(app, { surveyId, ids: pair, ...set }), name).rejects.toMatchObject(unlawful)
  for (const change of [`status = 'IN_REVIEW'`, 'is_pilot = true', 'participant_id = null']) {
    await app.sql.owner.query(`update form set ${change} where id = $1`, [pair[1]])
    await expect(writeSet(app, { surveyId, ids: pair }), change).rejects.toMatchObject(unlawful)
    await app.sql.owner.query(
      `update form set status = 'APPROVED', is_pilot = false,
           participant_id = (select participant_id from form where id = $2) where id = $1`,
      [pair[1], pair[0]],
    )
  }
})

test('only groups have a size, and a survey without groups has no sets', async ({ app }) => {
  const survey = await app.given.survey({ amount: '50.00' })
  const [response] = await app.given.responses(survey, 1, { status: 'APPROVED' })
  const surveyId = survey.id
  await expect(writeSet(app, { surveyId, ids: [response?.id ?? 0] })).rejects.toMatchObject(unlawful)
  const made = `insert into payable (kind, survey_id, amount_minor, currency, provider, facts_hash, set_size)
      values ($2, $1, 5000, 'MZN', 'gsma', '', $3)`
  for (const [kind, size] of [
    ['INDIVIDUAL', 2],
    ['GROUPED', null],
  ])
    await expect(app.sql.app.query(made, [surveyId, kind, size])).rejects.toMatchObject({ constraint: 'payable_set' })
})

test('a set that is whole takes no further response, and a paid one is not dropped', async ({ app }) => {
  const { surveyId, ids } = await twoWaiting(app, '+258890000002')
  const [more = 0] = ids.slice(2)
  await app.sql.owner.query(`update form set status = 'IN_REVIEW' where id = $1`, [ids[0]])
  await app.maker.call(responses.move, { params: { id: ids[0] ?? 0 }, body: { formStatus: 'APPROVED' } })
  const [set] = await setsOf(app, surveyId)
  expect(set?.responses).toEqual(ids.slice(0, 2))
  const link = 'insert into payable_response (payable_id, survey_id, response_id) values ($1, $2, $3)'
  await expect(app.sql.app.query(link, [set?.id, surveyId, more])).rejects.toMatchObject(unlawful)
  const drop = `with o as (
        insert into leftover (survey_id, choice, participants, responses) values ($1, $2, 1, 1) returning id
      ) insert into dropped_response (response_id, survey_id, leftover_id) select $3, $1, id from o`
  await expect(app.sql.app.query(drop, [surveyId, 'DROP', ids[0]])).rejects.toMatchObject(unlawful)
  await expect(app.sql.app.query(drop, [surveyId, 'PAY_PRO_RATA', more])).rejects.toMatchObject(unlawful)
  await app.sql.app.query(drop, [surveyId, 'DROP', more])
  const late = `insert into dropped_response (response_id, survey_id, leftover_id)
      select id, survey_id, (select max(id) from leftover where survey_id = $1) from form where id = $2`
  await expect(app.sql.app.query(late, [surveyId, ids[1]])).rejects.toMatchObject(unlawful)
  for (const change of ['delete from dropped_response', 'delete from leftover', `update leftover set choice = 'DROP'`])
    await expect(app.sql.app.query(change), change).rejects.toMatchObject({ code: '42501' })
})

test('a survey with approved responses keeps its grouping and the size of its groups', async ({ app }) => {
  const { surveyId } = await twoWaiting(app, '+258890000003')
  const single = await app.given.payments()
  const change = (id: number, columns: string) => app.sql.app.query(`update survey set ${columns} where id = $1`, [id])
  for (const columns of [
    'aggregation_count = 3',
    `payment_aggregation = 'INDIVIDUAL', aggregation_count = 1`,
    `survey_type = 'FREE'`,
  ])
    await expect(change(surveyId, columns), columns).rejects.toMatchObject(unlawful)
  const group = `payment_aggregation = 'GROUPED', aggregation_count = 2`
  await expect(change(single.surveyId, group)).rejects.toMatchObject(unlawful)
  await change(surveyId, `amount_minor = 6000, currency = 'UGX'`)
  const fresh = await app.given.survey({ amount: '5.00' })
  await change(fresh.id, group)
})
