/**
 * Texts that come with their screen, too much to make everybody wait for them: the areas of routes.tsx are those that a
 * screen may name. The build puts areas that are often needed together in one file.
 */
const textFiles = {
  charts: ['charts'],
  demo: ['demo'],
  erasures: ['erasures'],
  people: ['factors', 'grants', 'participants', 'people', 'request', 'roles', 'sessions'],
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
  tokens: ['tokens', 'webhooks'],
} as const

export type Area = (typeof textFiles)[keyof typeof textFiles][number]

/** The beginnings of the keys of an area, where they are others than its name. */
const beginnings: Partial<Record<Area, readonly string[]>> = {
  insight: ['insight.', 'reports.', 'targets.'],
  jobs: ['jobs.', 'bell.'],
  payments: [
    'payments.',
    'transactions.',
    'floats.',
    'policy.',
    'manual.',
    'books.',
    'runs.',
    'statements.',
    'payFiles.',
    'desk.',
    'before.',
    'providers.',
  ],
  people: ['people.', 'admins.', 'organisation.'],
  reference: ['sites.', 'siteCategories.', 'subcategories.', 'issueCategories.', 'texts.', 'record.', 'map.'],
  survey: ['media.', 'sections.', 'questions.', 'answers.', 'geofence.', 'surveyAccess.', 'surveyLink.', 'versions.'],
  tokens: ['surveyToken.', 'programs.'],
}

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

export type TextFile = keyof typeof textFiles

export const textFileNames = Object.keys(textFiles) as TextFile[]

export function textFileOf(area: Area): TextFile {
  const found = textFileNames.find((name) => textFiles[name].some((each) => each === area))
  if (!found) throw new Error(`The texts of ${area} are in no file`)
  return found
}

/** The area of a message; undefined for one that any screen may show, such as the names of all lists. */
export function areaOf(id: string): Area | undefined {
  if (/^[^.]+\.title$/.test(id)) return undefined
  return textFileNames
    .flatMap((name): readonly Area[] => textFiles[name])
    .find((area) => (beginnings[area] ?? [`${area}.`]).some((beginning) => id.startsWith(beginning)))
}
