import { taskList, tasks } from '#contract/tasks.ts'
import type { Db } from '../db/pool.ts'
import { on } from '../http/context.ts'
import { phonesFor } from '../people/person-view.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { type Onlooker, scopeAsked } from '../scope.ts'
import { tasksByHand } from './by-hand.ts'
import { listTasks, type TaskFilter, type TaskQuery, wholeTasks } from './list-store.ts'

async function filterOf(db: Db, onlooker: Onlooker, query: TaskQuery): Promise<TaskFilter> {
  return { ...(await scopeAsked(db, onlooker, query)), readerId: onlooker.id, phones: phonesFor(onlooker) }
}

const exported: ExportedList = {
  path: taskList.path,
  table: 'task',
  row: taskList.file,
  export: tasks.export,
  personal: ['q', 'note'],
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) => wholeTasks(db, await filterOf(db, actor, query as TaskQuery), use),
}

export const taskRoutes = [
  ...tasksByHand,
  on(tasks.list, async ({ db, query, actor }) => listTasks(db, await filterOf(db, actor, query))),
  exportRoute(exported),
]
