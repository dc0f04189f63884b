/** Payments for tests: approved responses of a paid survey and their payables, walked as far as a test needs. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type PaymentStep, paymentSteps } from '#domain/money/payment.ts'
import { transfersFor } from '#domain/money/ledger.ts'
import { overPool } from '../db/pool.ts'
import { book } from '../payments/books/books.ts'
import { decideFunding, insertFunding } from '../payments/funding/funding-store.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { makePayables } from '../payments/steps/payables.ts'
import { providerNames } from '../payments/providers/providers-store.ts'
import { lockPayments, takeStep } from '../payments/steps/steps-store.ts'

export interface PaymentsSpec {
  count?: number
  /** Payees, E.164, null for none; numbers that the simulator simply pays when absent. */
  phones?: (string | null)[]
  /** Of each payment. */
  amountMinor?: number
  currency?: string
  status?: 'ELIGIBLE' | 'INITIATED' | 'APPROVED'
  /** A new participant when absent. */
  initiatedBy?: number
  approvedBy?: number
}

export interface GivenPayments {
  surveyId: number
  /** Of the responses, and of their payments, in the same order. */
  responseIds: number[]
  ids: number[]
}

export function paymentsFactory(owner: pg.Pool, next: () => number) {
  const db = overPool(owner, 'unnamed')
  let funders: Promise<[number, number]> | undefined

  async function ids(text: string, values: unknown[]): Promise<number[]> {
    const { rows } = await owner.query<{ id: number }>(text, values)
    return rows.map(({ id }) => id)
  }

  /** The last four digits choose what the simulator does wrong (99xx), so they stay below. */
  function phone(): string {
    const n = next()
    return `+25885${String(Math.floor(n / 9000)).padStart(3, '0')}${String(n % 9000).padStart(4, '0')}`
  }

  async function payments(spec: PaymentsSpec = {}): Promise<GivenPayments> {
    const { phones = Array.from({ length: spec.count ?? 1 }, phone), amountMinor = 50_000, currency = 'MZN' } = spec
    // A test may want money that no other one moves.
    await owner.query('insert into currency (code, digits) values ($1, 2) on conflict do nothing', [currency])
    const [surveyId = 0] = await ids(
      `with paid as (
         insert into survey (encoded_id, title, survey_type, amount_minor, currency, status, current_version)
         values ('s' || replace($1, '-', ''), $2, 'PAID', $3, $4, 'PUBLISHED', 1) returning id
       )
       insert into survey_version (survey_id, number, content, checksum)
       select id, 1, '{"sections": []}', 'x' from paid returning survey_id as id`,
      [randomUUID(), `Paid survey ${next()}`, amountMinor, currency],
    )
    const responseIds = await ids(
      `with payee as (
         insert into person (username, name, phone, admin_type, role_id)
         select 'payee-' || gen_random_uuid(), 'Payee ' || $3 || ' ' || n, phone, 'PARTICIPANT',
           (select id from role where role = 'PARTICIPANT')
         from unnest($2::text[]) with ordinality as p(phone, n) returning id
       )
       insert into form (survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
       select $1, 1, id, 'APPROVED', 'API', gen_random_uuid(), now() from payee order by id returning id`,
      [surveyId, phones, next()],
    )
    await makePayables(db, { surveyId, ids: responseIds })
    const owed = await ids(
      `select payable_id as id from payable_response where response_id = any($1) order by response_id`,
      [responseIds],
    )
    const { status = 'ELIGIBLE', initiatedBy, approvedBy } = spec
    if (status !== 'ELIGIBLE') await walk('initiate', owed, initiatedBy ?? (await somebodyFor('initiate')))
    if (status === 'APPROVED') await walk('approve', owed, approvedBy ?? (await somebodyFor('approve')))
    return { surveyId, responseIds: responseIds.sort((a, b) => a - b), ids: owed }
  }

  async function walk(step: PaymentStep, paymentIds: number[], actorId: number): Promise<void> {
    const { rows } = await owner.query<{ role: string }>(
      `select r.role from person p join role r on r.id = p.role_id where p.id = $1`,
      [actorId],
    )
    const source = { actorId, requestId: 'given', address: '' }
    const taker = { source, role: rows[0]?.role ?? '', reasonOf: () => undefined, reasonText: undefined }
    await db.transaction().execute(async (tx) => {
      await takeStep(tx, step, await lockPayments(tx, paymentIds), taker)
    })
  }

  /** A new person who may take this step and no other. */
  function somebodyFor(step: PaymentStep): Promise<number> {
    return somebodyWith(paymentSteps[step].needs)
  }

  async function somebodyWith(permission: PermissionName): Promise<number> {
    const [id = 0] = await ids(
      `with r as (insert into role (name, role) values ($1, $1) returning id),
         rp as (insert into role_permission (role_id, permission_id) select r.id, p.id from r, permission p where p.name = $2)
       insert into person (username, name, admin_type, role_id) select lower($1), $1, 'ADMIN', id from r returning id`,
      [`GIVEN_${next()}`, permission],
    )
    return id
  }

  return {
    payments,

    /** Two people put money into the float of the provider that pays. */
    async float(float: { currency?: string; amountMinor: number | bigint; provider?: string }): Promise<void> {
      const { currency = 'MZN', amountMinor } = float
      funders ??= Promise.all([somebodyWith('payments.fund'), somebodyWith('payments.fund')])
      const [askedBy, decidedBy] = await funders
      const [first = ''] = await providerNames(db)
      const { provider = first } = float
      const into = { provider, currency, amountMinor }
      const asked = {
        from: undefined,
        into,
        counter: 'FUNDER' as const,
        reference: randomUUID(),
        day: '2026-01-01',
        note: 'Given',
        fileId: undefined,
      }
      await db.transaction().execute(async (tx) => {
        const id = await insertFunding(tx, { ...asked, askedBy })
        await decideFunding(tx, id, { status: 'CONFIRMED', decidedBy })
        await book(tx, transfersFor({ event: 'FUNDED', funding: { id, ...asked } }))
      })
    },
  }
}
