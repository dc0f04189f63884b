import { expect, test } from 'vitest'
import { companies } from '#contract/companies.ts'
import { withApp } from '../test/with-app.ts'

test(
  'more people than there are connections start their jobs at once, the first ones of a new process too',
  withApp(async ({ given, as }) => {
    const staff = [as(await given.admin()), as(await given.admin())]
    const ask = (n: number) => staff[n % 2]?.raw(companies.export, { body: { format: 'CSV' } })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 202))
  }),
)

test(
  'nobody has more than twenty jobs under way, also when they ask for many at once',
  withApp(async ({ given, as, sql }) => {
    const person = await given.admin()
    const ask = () => as(person).raw(companies.export, { body: { format: 'CSV' } })
    const answers = await Promise.all(Array.from({ length: 25 }, ask))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), ...Array.from({ length: 5 }, () => 429)])
    await sql.owner.query(
      `update job set state = 'CANCELLED', finished_at = now(), expires_at = now() where asker_id = $1`,
      [person.id],
    )
    expect((await ask()).status).toBe(202)
  }),
)
