/** The tour of a house with demo data: screens worth a look, in the order of the work. */
import type { PermissionName } from './permissions.ts'

/** The demo fills an empty database: the household survey and its report have the number 1. */
const stops = {
  dashboard: { path: '/dashboard', needs: undefined },
  questionnaire: { path: '/survey/1?tab=content', needs: 'surveys.read' },
  review: { path: '/response?surveyId=1&status=RECEIVED', needs: 'responses.read' },
  report: { path: '/survey/1?tab=reports&report=1', needs: 'responses.read' },
  payments: { path: '/payments?view=desk', needs: 'payments.read' },
} as const satisfies Record<string, { path: string; needs: PermissionName | undefined }>

export interface TourStop {
  stop: keyof typeof stops
  path: string
}

/** The stops that a person with these permissions may see. */
export function tourFor(permissions: ReadonlySet<string>): TourStop[] {
  return (Object.keys(stops) as TourStop['stop'][])
    .map((stop) => ({ stop, ...stops[stop] }))
    .filter(({ needs }) => needs === undefined || permissions.has(needs))
    .map(({ stop, path }) => ({ stop, path }))
}
