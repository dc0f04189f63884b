/** Where the records of a list are shown. */
import { referenceData } from '#contract/reference-data.ts'
import { useSession } from './session.ts'

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

/** The screen of one record of a list (`sites`, 5); undefined where it has none that this person may visit. */
export function useRecordPath(): (list: string, id: number | string) => string | undefined {
  const { routes } = useSession()
  return (list, id) => {
    const path = screenOf(list)
    return routes.some(({ route }) => route === `${path}/{id}`) ? `${path}/${id}` : undefined
  }
}
