/** As with-app.ts, for payments: three people who may do everything, and the invariants of the books after each test. */
import { expect, test as plainTest } from 'vitest'
import { payments } from '#contract/payments.ts'
import { brokenInvariants } from '../payments/books/invariants.ts'
import type { Caller } from './caller.ts'
import type { Staff } from './given.ts'
import { appOfTheFile, type TestApp } from './with-app.ts'

export interface Person extends Staff, Caller {}

export interface PaymentsApp extends TestApp {
  maker: Person
  approver: Person
  authorizer: Person
  /** Status and reason of payments, in the order of the ids, as the database has them. */
  stand: (ids: readonly number[]) => Promise<{ status: string; reason: string | null }[]>
  /** Initiates, approves and authorizes them. */
  letGo: (ids: readonly number[]) => Promise<void>
}

export const test = plainTest
  .extend('bare', () => appOfTheFile())
  .extend('app', async ({ bare }, { onCleanup }) => {
    onCleanup(async () => expect(await brokenInvariants(bare.services.database.db)).toEqual([]))
    return peopleOf(bare)
  })
  .extend('given', ({ app }) => app.given)
  .extend('as', ({ app }) => app.as)
  .extend('server', ({ app }) => app.server)
  .extend('services', ({ app }) => app.services)
  .extend('sql', ({ app }) => app.sql)
  .extend('maker', ({ app }) => app.maker)
  .extend('approver', ({ app }) => app.approver)
  .extend('authorizer', ({ app }) => app.authorizer)
  .extend('stand', ({ app }) => app.stand)

async function peopleOf(app: TestApp): Promise<PaymentsApp> {
  const { given, as, sql } = app
  const person = async (): Promise<Person> => {
    const staff = await given.admin()
    return { ...staff, ...as(staff) }
  }
  const [maker, approver, authorizer] = [await person(), await person(), await person()]

  async function stand(ids: readonly number[]) {
    const { rows } = await sql.owner.query<{ status: string; reason: string | null }>(
      `select p.status, p.reason from unnest($1::bigint[]) with ordinality as asked(id, place)
         join payable p on p.id = asked.id order by asked.place`,
      [ids],
    )
    return rows
  }

  async function letGo(ids: readonly number[]) {
    await maker.call(payments.bulkInitiate, { body: { ids } })
    await approver.call(payments.bulkApprove, { body: { ids } })
    const { data } = await authorizer.call(payments.bulkAuthorize, { body: { ids } })
    expect(data).toMatchObject({ succeeded: ids.length, failed: 0 })
  }

  return { ...app, maker, approver, authorizer, stand, letGo }
}
