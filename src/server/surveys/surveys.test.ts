import { expect, test } from 'vitest'
import { surveys } from '#contract/surveys.ts'
import { withApp } from '../test/with-app.ts'

test('x', withApp(async ({given, as}) => {
  const survey = await given.survey({ amount: '500.00' })
  const staff = as(await given.admin())
  const { data } = await staff.call(surveys.get, { params: { id: survey.encodedId } })
  console.log(JSON.stringify(data, null, 1).slice(0, 3000))
  expect(data.changedSincePublish).toBe(false)
}))
