import { useSearchParams } from 'react-router'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { searchOf, type View, viewsFor } from './views.ts'

export function ViewTabs({ open }: { open: View }) {
  const t = useText()
  const [search] = useSearchParams()
  const { list } = useSession().permissions
  return (
    <LinkTabs
      label={t('payments.tabs')}
      open={open}
      tabs={viewsFor(list).map((view) => ({
        key: view,
        to: { search: searchOf(view, search, list) },
        text: t(`payments.tab.${view}`),
      }))}
    />
  )
}
