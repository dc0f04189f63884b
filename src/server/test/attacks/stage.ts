/** The rows that attacks are made on: payments of every kind, and what belongs to them. */
import { payments } from '#contract/payments.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { cancelPayables } from '../../payments/steps/payables.ts'
import { answer, answered, paidAs, refusedWith, workerOf } from '../ended-payments.ts'
import type { PaymentsApp } from '../with-payments.ts'

export type Stage = Awaited<ReturnType<typeof setStage>>

export async function setStage(app: PaymentsApp) {
  const { given, maker, approver, authorizer, sql } = app
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const open = await given.payments({ count: 2 })
  const [eligible = 0, cancelled = 0] = open.ids
  const [initiated = 0] = (await given.payments({ ...people, status: 'INITIATED' })).ids
  const [approved = 0] = (await given.payments({ ...people, status: 'APPROVED' })).ids
  const [large = 0] = (await given.payments({ ...people, status: 'INITIATED', amountMinor: 70_000 })).ids
  const own = await given.payments({ ...people, status: 'INITIATED', phones: ['+258871239999'] })
  const limited = async (currency: string) =>
    (await given.payments({ ...people, status: 'APPROVED', amountMinor: 600, currency, count: 2 })).ids
  const each = await limited('KES')
  const daily = await limited('UGX')
  const together = await limited('TZS')
  const ofPhone = await limited('ZMW')
  const { rows: payees } = await sql.owner.query('select msisdn as phone from payable where id = $1', [ofPhone[0]])
  await maker.call(paymentWayCalls.correct, { params: { id: ofPhone[1] ?? 0 }, body: { phone: payees[0].phone } })
  const lifter = await given.admin({ permissions: ['payments.approve'] })
  await sql.owner.query(
    `insert into desk_act (kind, key, person_id, owner_id, reason)
     values ('MISMATCH', '1-1', $3, $4, null), ('SAME_PAYEE', $1, $2, null, 'stage')`,
    [`${ofPhone[1]}:${ofPhone[0]}`, lifter.id, maker.id, approver.id],
  )
  await maker.call(payments.bulkInitiate, { body: ofPhone.slice(1) })
  await approver.call(payments.bulkApprove, { body: ofPhone.slice(1) })
  const budgeted = await given.payments({ ...people, status: 'APPROVED', amountMinor: 600, currency: 'RWF', count: 2 })
  for (const currency of ['KES', 'UGX', 'TZS', 'ZMW', 'RWF']) await given.float({ currency, amountMinor: 10_000 })
  await authorizer.call(payments.bulkAuthorize, { body: daily.slice(0, 1) })
  await given.float({ amountMinor: 1_000_000 })
  const { ids, responseIds } = await given.payments({ count: 10 })
  const [
    paid = 0,
    failed = 0,
    unclear = 0,
    queued = 0,
    reversing = 0,
    again = 0,
    twice = 0,
    sent = 0,
    reversed = 0,
    also = 0,
  ] = ids
  await answered(app, [paid, reversing, reversed, also], paidAs(50_000))
  await answered(app, [failed, again, twice], refusedWith('requestDeclined'))
  await answered(app, [unclear], paidAs(1))
  // A second try: of one it is on its way, of the other both are paid, and its money is being got back.
  for (const id of [twice, again]) {
    await maker.call(paymentWayCalls.retry, { params: { id }, body: {} })
    await authorizer.call(payments.bulkAuthorize, { body: [id] })
    if (id === twice) await answer(app, paidAs(50_000))
  }
  await authorizer.call(paymentWayCalls.reverse, { params: { id: twice }, body: { evidence: 'seen' } })
  await sql.owner.query(`update attempt set next_at = now() where payable_id = $1 and state = 'FAILED'`, [twice])
  await workerOf(app, { status: paidAs(50_000) }).lookBack()
  await answered(app, [sent], { kind: 'ACCEPTED', providerRef: 'P-SENT' })
  await sql.owner.query(`
    insert into provider_event (payable_id, attempt_no, question, http_status, answer, is_cut, reading, paid_ref)
    values (${sent}, 1, 'GET /stage', 200, '{}', false, 'SUCCEEDED', 'P-SENT')`)
  await app.letGo([queued])
  const { db } = app.services.database
  const goesBack = { surveyId: open.surveyId, ids: open.responseIds.slice(1) }
  await db.transaction().execute((tx) => cancelPayables(tx, goesBack))
  const seen = { params: { id: reversing }, body: { evidence: 'seen' } }
  await authorizer.call(paymentWayCalls.reverse, seen)
  // Of one the money is back, and one person says that it is owed all the same.
  const back = { params: { id: reversed }, body: { evidence: 'seen' } }
  await approver.call(paymentWayCalls.reverse, back)
  const outcome = { outcome: 'RECOVERED', evidence: 'seen' } as const
  await authorizer.call(paymentWayCalls.confirmReverse, { ...back, body: outcome })
  await authorizer.call(paymentWayCalls.oweAgain, back)

  const files = await setFiles(app)
  const survey = await given.survey({ amount: '50.00' })
  const made = async (status: 'APPROVED' | 'IN_REVIEW', phone: string) =>
    (await given.responses(survey, 1, { status, phone }))[0]?.id ?? 0
  const response = await made('APPROVED', '+258871230001')
  const waiting = await made('IN_REVIEW', '+258871230002')
  const pilot = await made('APPROVED', '+258871230003')
  await sql.owner.query('update form set is_pilot = true where id = $1', [pilot])
  const free = await given.survey()
  const unpaid = (await given.responses(free, 1, { status: 'APPROVED', phone: '+258871230004' }))[0]?.id ?? 0
  const grouped = await given.survey({ amount: '50.00', setSize: 2, allowMultipleResponses: true })
  const sets = await given.responses(grouped, 7, { phone: '+258890000001', status: 'APPROVED' })
  const [first = 0, second = 0, third = 0, fourth = 0, dropped = 0, spare = 0] = sets.map(({ id }) => id)
  const stranger = await given.admin({ permissions: ['payments.read', 'payments.initiate'] })
  const payee = await given.admin()
  const [keeper, other] = [await given.admin({ role: 'ADMINISTRATOR' }), await given.admin({ role: 'ADMINISTRATOR' })]
  await sql.owner.query(`
    insert into provider (name, title, dialect) values ('other', 'Other', 'GSMA');
    insert into provider_credential (provider, name, sealed, set_by) values ('other', 'apiKey', '', ${keeper.id});
    update person set phone = '+258871239999' where id = ${payee.id};
    insert into incident (kind, payable_id, attempt_no, provider_ref) values ('PAID_LATE', ${paid}, 1, 'P-1');
    insert into account (kind, provider, currency) values ('SUSPENSE', 'gsma', 'MZN');
    insert into desk_act (kind, key, person_id, owner_id, reason) values ('PAID_LATE', '1', ${maker.id}, null, 'seen');
    insert into payment_policy (version, changed_by, reason) values (1, ${keeper.id}, 'stage');
    insert into payment_limit (version, kind, currency, amount_minor) 
      values (1, 'SECOND_APPROVAL', 'MZN', 60000), (1, 'PAYMENT', 'KES', 500), (1, 'ACTOR_DAY', 'UGX', 1000), (1, 'RUN', 'TZS', 1000),
        (1, 'PHONE_DAY', 'ZMW', 1000);
    insert into survey_budget (survey_id, amount_minor, currency, changed_by) values (${budgeted.surveyId}, 1000, 'RWF', ${keeper.id});
    insert into survey_budget (survey_id, amount_minor, currency, changed_by) values (${survey.id}, 1000000, 'MZN', ${keeper.id});
    with made as (
      insert into person (username, name, admin_type, role_id) select name, name, 'ADMIN', (select role_id from person where id = ${keeper.id})
      from unnest('{budgeter,asker,decider}'::text[]) name returning id, username
    ), budget as (
      insert into survey_budget (survey_id, amount_minor, currency, changed_by)
      select ${open.surveyId}, 1000000, 'MZN', id from made where username = 'budgeter'
    )
    insert into limit_change (version, wanted, reason, asked_by) select 1, '[]', 'stage', id from made where username = 'asker';
    update limit_change set status = 'REFUSED', decided_by = (select id from person where username = 'decider');
    insert into limit_change (version, wanted, reason, asked_by) values (1, '[]', 'stage', ${keeper.id});
    insert into limit_change (survey_id, version, wanted, asked_by)
      values (${survey.id}, 1, '{"amountMinor": "2000000"}', ${keeper.id});
    insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by)
      values ('gsma', 'MZN', 500, 'stage', '2026-01-01', 'stage', ${maker.id});
    insert into provider_balance (provider, currency) values ('other', 'MZN');
    insert into provider_probe (provider, due_at) values ('other', now());
    insert into payment_stop (kind, reason) values ('RESTORED', 'FELL_BACK');
    insert into payment_stop (kind, reason, began_by) values ('PAUSED', 'BY_PERSON', ${payee.id});
    insert into payment_stop (provider, kind, reason) values ('other', 'NO_PROVIDER', 'NOT_SET');
    insert into payment_stop_confirmation (stop_id, person_id) select id, ${approver.id} from payment_stop where kind = 'RESTORED';
    insert into payment_stop (kind, reason) values ('TRYOUT', 'FIRST_PROVIDER');
    insert into payment_stop (kind, reason) values ('TROUBLE', 'ENDED');
    update payment_stop set ended_at = now() where kind = 'TROUBLE';
    insert into payment_upload (sha256, name, rows, created_by) values ('\\x01', 'stage.xlsx', 1, ${maker.id});
    with made as (
      insert into payable (id, kind, name, survey_id, msisdn, amount_minor, currency, provider, phone_from, facts_hash)
      values (-10, 'MANUAL', 'MAN-STAGE', ${survey.id}, '+258840000001', 100, 'MZN', 'gsma', 'GIVEN',
        signed_facts('+258840000001', 100, 'MZN', 'gsma', signed_entry(${response}, null, 'stage', 'OTHER', null, null)))
    )
    insert into manual_payment (payable_id, survey_id, location_id, upload_id, reference, reason)
      select -10, ${survey.id}, ${response}, max(id), 'stage', 'OTHER' from payment_upload;
    insert into books_check (milliseconds, broken) values (1, '[]');
    insert into file (sha256, mime, bytes, name) values ('\\x02', 'text/csv', 1, 'stage.csv');
    insert into person (username, name, admin_type, role_id)
      select name, name, 'ADMIN', (select role_id from person where id = ${maker.id}) from unnest('{lister,refuser}'::text[]) name;
    insert into paid_before_list (cost_code, file_id, sha256, rows, asked_by)
      select 'C', max(f.id), '\\x04', 1, (select id from person where username = 'lister') from file f;
    update paid_before_list set status = 'REFUSED', decided_by = (select id from person where username = 'refuser');
    with made as (
      insert into paid_before_list (survey_id, file_id, sha256, rows, asked_by)
      select ${survey.id}, max(f.id), '\\x03', 1, ${maker.id} from file f returning id
    )
    insert into paid_before (list_id, row, msisdn, amount_minor, currency, paid_on) select id, 2, '+258879000001', 100, 'MZN', '2026-01-01' from made;
    insert into statement (provider, currency, file_id, sha256, mapping, first_at, last_at, rows, imported_by, funding_id)
      select 'gsma', 'MZN', max(f.id), '\\x02', '{}', now(), now(), 2, ${maker.id}, (select max(id) from funding) from file f;
    insert into statement_line (statement_id, row, word, identity, at, change_minor, ours_minor, payable_id, attempt_no)
      select max(id), 1, 'MATCHED', gen_random_uuid(), now(), -50000, -50000, ${paid}, 1 from statement;
    insert into closed_day (provider, currency, day, ours_minor, theirs_minor, closed_by) values ('other', 'MZN', '2026-01-02', 0, 0, ${maker.id});
    insert into set_payee (survey_id, participant_id) values (${grouped.id}, ${maker.id});
    insert into leftover (survey_id, choice, participants, responses, decided_by) values (${grouped.id}, 'DROP', 1, 1, ${maker.id});
    insert into dropped_response (response_id, survey_id, leftover_id) select ${dropped}, ${grouped.id}, max(id) from leftover;
    with made as (
      insert into payable (id, kind, survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash, set_size)
      select -20, 'GROUPED', ${grouped.id}, f.participant_id, '+258890000001', 10000, 'MZN', 'gsma',
        signed_facts('+258890000001', 10000, 'MZN', 'gsma', '${third},${fourth}'), 2 from form f where f.id = ${third}
    )
    insert into payable_response (payable_id, survey_id, response_id)
      values (-20, ${grouped.id}, ${third}), (-20, ${grouped.id}, ${fourth})`)
  await sql.owner.query(`
    insert into job (kind, payload, state) values ('payments.authorize', '{}', 'RUNNING');
    insert into batch (created_by) values (${maker.id});
    insert into payment_selection (step, source, made_by, size, sums, survey_ids) values ('authorize', '{}', ${maker.id}, 1, '{}', '{}');
    insert into payment_selection_part (selection_id, first_id, ids, versions) select id, 1, '{1}', '{1}' from payment_selection;
    insert into payment_run (job_id, batch_id, selection_id) select max(j.id), max(b.id), max(s.id) from job j, batch b, payment_selection s;
    insert into job (kind, payload, state) values ('payments.approve', '{}', 'RUNNING');
    insert into job (kind, payload, state, finished_at, expires_at)
      values ('payments.reject', '{}', 'CANCELLED', now(), now());
    insert into payment_run (job_id, stopped_at) select max(id), now() from job;
    insert into account (kind, provider, currency, batch_id) select 'HELD', 'gsma', 'MZN', max(id) from batch;
    insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
      select 'hold', f.id, h.id, 'MZN', 1000 from account f, account h
      where f.name = 'FLOAT:gsma:MZN' and h.name = 'HELD:gsma:MZN:' || (select max(id) from batch)`)
  await sql.owner.query(`
    insert into survey (encoded_id, title, texts) values ('s-of-a-sample', 'S', '{"title": {"en": "S"}}');
    insert into payment_sample (survey_id, job_id, size, drawn_by) select s.id, j.job_id, 1, ${maker.id} from survey s,
      (select job_id from job_batch b join job on job.id = b.job_id where kind = 'payments.authorize' and ${paid} = any(ids)) j where encoded_id = 's-of-a-sample'`)
  const { rows } = await sql.owner.query<{ id: number }>(
    `select max(batch_id) as id from attempt where provider = 'gsma'`,
  )
  return {
    maker: maker.id,
    approver: approver.id,
    authorizer: authorizer.id,
    stranger: stranger.id,
    payee: payee.id,
    keeper: keeper.id,
    second: other.id,
    payments: { eligible, cancelled, initiated, approved, large, own: own.ids[0] ?? 0 },
    ended: { paid, failed, unclear, queued, reversing, again, twice, sent, reversed },
    limited: { each, daily, together, ofPhone, budgeted: budgeted.ids, budgetSurvey: budgeted.surveyId },
    files,
    linked: open.responseIds[0] ?? 0,
    openSurvey: open.surveyId,
    batch: rows[0]?.id ?? 0,
    survey: survey.id,
    responses: { response, waiting, pilot, unpaid, reversed: responseIds[8] ?? 0 },
    grouped: { survey: grouped.id, first, second, third, dropped, spare },
  }
}

/** Files of three providers: one is answered, one is asked for, one is out and asked back. One more payment waits, one was paid by hand. */
async function setFiles({ given, letGo, maker, approver, authorizer, sql }: PaymentsApp) {
  await sql.owner
    .query(`insert into provider (name, title, kind, prefixes, priority, enabled) values ('bank', 'Bank', 'FILE', '{+258861}', 200, true),
    ('portal', 'Portal', 'FILE', '{+258862}', 200, true), ('cash', 'Cash', 'FILE', '{+258863}', 200, true)`)
  for (const provider of ['bank', 'portal', 'cash']) await given.float({ provider, amountMinor: 150_000 })
  const { ids } = await given.payments({ phones: ['+258861000001', '+258862000001', '+258863000001', '+258863000002'] })
  await letGo(ids)
  const [answered = 0, asked = 0, out = 0, waits = 0] = ids
  const ask = (provider: string, payment: number) => `
    insert into payment_file (provider, currency, mapping, lines, sum_minor, asked_by) values ('${provider}', 'MZN', '{}', 1, 50000, ${maker.id});
    insert into payment_file_line select f.id, 1, a.id from payment_file f, attempt a where f.provider = '${provider}' and a.payable_id = ${payment};`
  const act = (provider: string, name: string, file: string) => `
    insert into payment_file_act (payment_file_id, act, person_id, file_id) select id, '${name}', ${approver.id}, ${file} from payment_file where provider = '${provider}';`
  const bytes = '(select max(id) from file)'
  await sql.owner.query(`
    insert into file (sha256, mime, bytes, name) values ('\\x04', 'text/csv', 1, 'files.csv');
    ${ask('bank', answered)} ${act('bank', 'RELEASE', bytes)}
    ${ask('portal', asked)}
    ${ask('cash', out)} ${act('cash', 'RELEASE', bytes)} ${act('cash', 'ASK_BACK', 'null')}
    insert into payment_result (payment_file_id, file_id, sha256, mapping, report, taken_by)
      select f.id, ${bytes}, '\\x05', '{}', '{}', ${maker.id} from payment_file f where f.provider = 'bank'`)
  const [outside = 0, approved = 0] = (
    await given.payments({ status: 'APPROVED', initiatedBy: maker.id, approvedBy: approver.id, count: 2 })
  ).ids
  await authorizer.call(paymentWayCalls.payOutside, {
    params: { id: String(outside) },
    body: { provider: 'bank', reference: 'R-1', amount: '500.00', day: '2026-01-01', evidence: 'seen' },
    file: { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.4') },
  })
  return { answered, asked, out, waits, outside, approved }
}
