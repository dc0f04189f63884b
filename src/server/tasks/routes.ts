import { pageOf } from '#contract/fields.ts'
import { tasks } from '#contract/tasks.ts'
import { on } from '../http/context.ts'
import { openSurvey, scopeOf } from '../scope.ts'
import { listTasks } from './list-store.ts'

const list = on(tasks.list, async ({ db, query, actor }) => {
  const { surveyId, status, assigneeId } = query
  const scope = surveyId === undefined ? await scopeOf(db, actor) : [await openSurvey(db, actor, 'see', surveyId)]
  return listTasks(db, { scope, status, assigneeId, ...pageOf(query) })
})

export const taskRoutes = [list]
