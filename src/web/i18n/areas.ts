/**
 * Texts that come with their screen, by the beginnings of their keys: too much to make everybody wait for them. The
 * build makes a file of each area for each language; routes.tsx names the areas of a screen.
 */
export const areas = {
  'administrative-units': ['administrative-units.'],
  dashboard: ['dashboard.'],
  excel: ['excel.'],
  grants: ['grants.'],
  jobs: ['jobs.'],
  listTools: ['listTools.'],
  logs: ['logs.'],
  participants: ['participants.'],
  payments: ['payments.', 'transactions.'],
  people: ['people.', 'admins.'],
  reference: ['sites.', 'siteCategories.', 'subcategories.', 'issueCategories.', 'record.', 'map.'],
  responses: ['responses.'],
  roles: ['roles.'],
  sessions: ['sessions.'],
  survey: ['sections.', 'questions.', 'answers.', 'surveyAccess.'],
  surveys: ['surveys.'],
  tasks: ['tasks.'],
  usage: ['usage.'],
}

export type Area = keyof typeof areas

/** The trail calls the fields of every record by their names. */
export const trailAreas: readonly Area[] = [
  'logs',
  'administrative-units',
  'grants',
  'participants',
  'payments',
  'people',
  'reference',
  'responses',
  'roles',
  'survey',
  'surveys',
]

/** The area of a message; undefined for one that any screen may show, such as the names of all lists. */
export function areaOf(id: string): Area | undefined {
  if (/^[^.]+\.title$/.test(id)) return undefined
  const found = Object.entries(areas).find(([, beginnings]) => beginnings.some((beginning) => id.startsWith(beginning)))
  return found?.[0] as Area | undefined
}
