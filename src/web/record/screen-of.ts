/** Where the records of a list are shown. */
import { referenceData } from '#contract/reference-data.ts'

/** Screens whose path is not the list's own (seed §2). */
const screens: Readonly<Record<string, string>> = {
  ...Object.fromEntries(referenceData.map(({ path, screen }) => [path, screen])),
  sites: 'site',
  'administrative-units': 'administrative-unit',
  surveys: 'survey',
  responses: 'response',
  participants: 'user',
  admins: 'admin',
}

/** `/siteCategory` for `siteCategories`. */
export function screenOf(path: string): string {
  return `/${screens[path] ?? path}`
}
