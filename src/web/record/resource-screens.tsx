/** Both screens of a resource that is like every other: the list, and one record. */
import { ListPage } from '../list/ListPage.tsx'
import { useResourceList } from '../list/use-resource-list.ts'
import { RecordScreen } from './RecordScreen.tsx'
import type { RecordScreens, TitledRow } from './RecordView.tsx'

/** `export const [CategoriesPage, CategoryPage] = resourceScreens({ resource: categories, ... })` */
export function resourceScreens<Row extends TitledRow>(screens: RecordScreens<Row>) {
  function ListScreen() {
    return <ListPage {...useResourceList(screens)} />
  }
  function OneScreen() {
    return <RecordScreen {...screens} />
  }
  return [ListScreen, OneScreen] as const
}
