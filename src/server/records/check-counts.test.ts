import { expect, vi } from 'vitest'
import { logs } from '#contract/logs.ts'
import { test } from '../test/with-app.ts'
import { checkCountsNightly } from './check-counts.ts'
import { wrongCounts } from './wrong-counts.ts'

test('a kept count that differs from the truth alarms log and trail, once a night', async ({
  given,
  as,
  services,
  sql,
}) => {
  const survey = await given.survey()
  await given.responses(survey, 3)
  expect(await wrongCounts(services.database.db)).toEqual([])
  const log = { error: vi.fn<(details: object, message: string) => void>() }
  const check = (moment: string) => checkCountsNightly(services, log, new Date(moment))
  await check('2026-03-01T02:10:00Z')
  await sql.owner.query('update survey_counter set n = n + 2 where survey_id = $1', [survey.id])
  await sql.owner.query(`insert into row_counter (name, slot, n) values ('company', 15, -4)
      on conflict (name, slot) do update set n = row_counter.n - 4`)
  await check('2026-03-01T23:00:00Z')
  await check('2026-03-02T01:59:00Z')
  expect(log.error).not.toHaveBeenCalled()
  await Promise.all([check('2026-03-02T02:01:00Z'), check('2026-03-02T02:01:00Z')])
  await check('2026-03-02T02:02:00Z')
  expect(log.error).toHaveBeenCalledOnce()
  const { data } = await as(await given.admin()).call(logs.list, {
    query: { action: 'counters.alarm', from: new Date(Date.now() - 86_400_000).toISOString(), pageSize: '5' },
  })
  expect(data.map(({ subjectId, actor }) => [subjectId, actor])).toEqual([
    ['company', null],
    ['survey_counter', null],
  ])
  const [alarm] = await wrongCounts(services.database.db)
  expect(alarm).toMatchObject({
    counter: 'survey_counter',
    wrong: 1,
    first: [{ of: expect.stringContaining(`${survey.id} 1 RECEIVED`), kept: '5', true: '3' }],
  })
})
