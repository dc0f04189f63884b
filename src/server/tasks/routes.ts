import { taskList, tasks } from '#contract/tasks.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { assign } from './assign.ts'
import { tasksByHand } from './by-hand.ts'
import { filterOf, listTasks, type TaskQuery, wholeTasks } from './list-store.ts'

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
  assign,
  on(tasks.list, async ({ db, query, actor }) => listTasks(db, await filterOf(db, actor, query))),
  exportRoute(exported),
]
