import { bell } from '#contract/bell.ts'
import { on, type Route } from '../http/context.ts'
import { readBell } from './read-bell.ts'

export const bellRoutes: Route[] = [{ ...on(bell.get, ({ db, actor }) => readBell(db, actor)), again: readBell }]
