import { expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import { jobs } from '#contract/jobs.ts'
import { test } from '../test/with-app.ts'

test('more users than connections start their jobs at once, also in a new process', async ({ given, as }) => {
  const staff = [as(await given.admin()), as(await given.admin())]
  const asked = staff.flatMap((person) =>
    Array.from({ length: 15 }, () => person.raw(companies.export, { body: { format: 'CSV' } })),
  )
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
})

test('a user has at most twenty jobs under way, also when they ask for many at once', async ({ given, as, sql }) => {
  const person = await given.admin()
  const ask = () => as(person).raw(companies.export, { body: { format: 'CSV' } })
  const answers = await Promise.all(Array.from({ length: 25 }, ask))
  const having = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([having(202), having(429)]).toEqual([20, 5])
  const [stopped] = (await as(person).call(jobs.list)).list
  const params = { id: stopped?.id ?? 0 }
  await as(person).call(jobs.cancel, { params })
  expect((await ask()).status).toBe(202)
  // A job that was stopped and resumed counts as any other.
  await expect(as(person).call(jobs.retry, { params })).rejects.toMatchObject({ code: 'JOBS_TOO_MANY' })
  await sql.owner.query(
    `update job set state = 'CANCELLED', finished_at = now(), expires_at = now() + interval '1 day' where asker_id = $1`,
    [person.id],
  )
  expect(await as(person).call(jobs.retry, { params })).toMatchObject({ data: { state: 'WAITING' } })
})
