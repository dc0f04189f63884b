/** Visits that are still to be made: a task for each of some sites, those of one site with a person already. */
import { auth } from '#contract/auth.ts'
import { sites } from '#contract/sites.ts'
import { tasks } from '#contract/tasks.ts'
import { inDays, type Story } from './story.ts'

const visitedSites = 12

export async function planVisits(story: Story, surveyId: number): Promise<void> {
  const { manager, reviewer } = story.staff
  const { list } = await manager.call(sites.list, { query: { pageSize: String(visitedSites), sort: 'title' } })
  for (const [index, { id: siteId, title }] of list.entries()) {
    const note = `Visit ${title}: count the households that come for water.`
    const dueAt = inDays(story, 7 + index)
    await manager.call(tasks.create, { body: { surveyId, siteId, dueAt, note } })
  }
  const { user } = (await reviewer.call(auth.user)).user
  const filter = { siteId: String(list[0]?.id), status: '0' }
  await manager.call(tasks.assign, { body: { filter, expected: 1, assigneeId: user.id } })
}
