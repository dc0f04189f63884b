/** The name of the view that the URL says was opened, with a mark once the list shows something else. */
import { useSearchParams } from 'react-router'
import { lists } from '#contract/views.ts'
import { useCall } from '../api/query.ts'
import { useText } from '../i18n/text.ts'
import { isChanged } from './view-query.ts'

export function ViewName({ list, id }: { list: string; id: string }) {
  const t = useText()
  const [search] = useSearchParams()
  const { data } = useCall(lists.views, { query: { list } })
  const view = data?.list.find((one) => String(one.id) === id)
  if (!view) return t('list.tool.views')
  return isChanged(search, view.query) ? t('listTools.viewChanged', { name: view.name }) : view.name
}
