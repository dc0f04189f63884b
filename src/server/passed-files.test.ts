/** A reader who follows one call through the house passes few files. Counted as functions that ran, on a warm call. */
import { Session } from 'node:inspector/promises'
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { payments } from '#contract/payments.ts'
import { sites } from '#contract/sites.ts'
import { test } from './test/with-payments.ts'

/** The files of the product whose functions ran meanwhile, without tests, the heartbeat, and what only loads. */
async function ranDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const files = result.flatMap(({ url, functions }) => {
    const [path] = /src\/(server|domain|contract)\/.*\.ts/.exec(url) ?? []
    const ran = functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
    return path && ran && !/\/test\/|\.test\.ts|heartbeat/.test(path) ? [path] : []
  })
  return new Set(files)
}

/** Those that ran both times: a timer of something else may end within one of them. */
async function passedBy(once: () => Promise<unknown>, again = once): Promise<string[]> {
  const [first, second] = [await ranDuring(once), await ranDuring(again)]
  return [...first].filter((file) => second.has(file)).sort()
}

test('a list passes 16 files, an entry 48, an authorization of two 34', async ({
  given,
  as,
  maker,
  approver,
  authorizer,
}) => {
  const staff = as(await given.admin())
  const survey = await given.survey()
  const send = () =>
    staff.call(entry.send, { body: { surveyId: survey.id, answers: { name: 'Ana', members: 4, items: ['radio'] } } })
  const list = () => staff.call(sites.list, { query: {} })
  await given.float({ amountMinor: 900_000 })
  const { ids } = await given.payments({ count: 6 })
  await maker.call(payments.bulkInitiate, { body: ids })
  await approver.call(payments.bulkApprove, { body: ids })
  const authorize = (body: number[]) => authorizer.call(payments.bulkAuthorize, { body })
  await list()
  await send()
  await authorize(ids.slice(0, 2))
  const passed = {
    list: await passedBy(list),
    entry: await passedBy(send),
    authorization: await passedBy(
      () => authorize(ids.slice(2, 4)),
      () => authorize(ids.slice(4)),
    ),
  }
  // One more is a decision: a step that a reader has to follow.
  const most = { list: 16, entry: 48, authorization: 34 }
  for (const [call, files] of Object.entries(passed))
    expect(files.slice(most[call as keyof typeof most]), `${files.length}: ${files.join(' ')}`).toEqual([])
})
