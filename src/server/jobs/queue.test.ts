import { expect, test } from 'vitest'
import { companies } from '#contract/companies.ts'
import { withApp } from '../test/with-app.ts'

test(
  'more people than there are connections start their jobs at once, the first ones of a new process too',
  withApp(async ({ given, as }) => {
    const staff = as(await given.admin())
    const ask = () => staff.raw(companies.export, { body: { format: 'CSV' } })
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  }),
)
