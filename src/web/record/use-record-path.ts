/** Where one record of a list (`sites`, 5) can be seen; undefined where it has no screen that one may visit. */
import { useSession } from '../api/session.ts'
import { screenOf } from './screen-of.ts'

export function useRecordPath(): (list: string, id: number | string) => string | undefined {
  const { routes } = useSession()
  return (list, id) => {
    const path = screenOf(list)
    return routes.some(({ route }) => route === `${path}/{id}`) ? `${path}/${id}` : undefined
  }
}
