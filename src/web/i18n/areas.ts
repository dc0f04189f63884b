/**
 * Texts that come with their screen, by the beginnings of their keys: too much to make everybody wait for them. The
 * areas of routes.tsx are those that a screen may name; the build puts areas that are often needed together in one file.
 */
const areas = {
  'administrative-units': ['administrative-units.'],
  chart: ['chart.'],
  charts: ['charts.'],
  dashboard: ['dashboard.'],
  entry: ['entry.'],
  excel: ['excel.'],
  'form-file': ['form-file.'],
  grants: ['grants.'],
  insight: ['insight.'],
  jobs: ['jobs.', 'bell.'],
  listTools: ['listTools.'],
  logs: ['logs.'],
  participants: ['participants.'],
  payments: ['payments.', 'transactions.', 'floats.', 'policy.', 'manual.', 'books.', 'runs.'],
  people: ['people.', 'admins.'],
  preview: ['preview.'],
  request: ['request.'],
  reference: ['sites.', 'siteCategories.', 'subcategories.', 'issueCategories.', 'texts.', 'record.', 'map.'],
  responses: ['responses.'],
  rich: ['rich.'],
  roles: ['roles.'],
  sessions: ['sessions.'],
  survey: ['sections.', 'questions.', 'answers.', 'geofence.', 'surveyAccess.', 'surveyLink.', 'versions.'],
  surveys: ['surveys.'],
  tasks: ['tasks.'],
  tokens: ['surveyToken.'],
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

/** Files of texts. */
const textFiles = {
  charts: ['charts'],
  people: ['grants', 'participants', 'people', 'request', 'roles', 'sessions'],
  records: ['administrative-units', 'jobs', 'listTools', 'logs', 'reference', 'rich', 'usage'],
  surveys: [
    'chart',
    'dashboard',
    'entry',
    'excel',
    'form-file',
    'insight',
    'payments',
    'preview',
    'responses',
    'survey',
    'surveys',
    'tasks',
  ],
  tokens: ['tokens'],
} satisfies Record<string, Area[]>

export type TextFile = keyof typeof textFiles

export const textFileNames = Object.keys(textFiles) as TextFile[]

export function textFileOf(area: Area): TextFile {
  const found = textFileNames.find((name) => textFiles[name].some((each: Area) => each === area))
  if (!found) throw new Error(`The texts of ${area} are in no file`)
  return found
}

/** The area of a message; undefined for one that any screen may show, such as the names of all lists. */
export function areaOf(id: string): Area | undefined {
  if (/^[^.]+\.title$/.test(id)) return undefined
  const found = Object.entries(areas).find(([, beginnings]) => beginnings.some((beginning) => id.startsWith(beginning)))
  return found?.[0] as Area | undefined
}
