import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { searchOf, type View, views } from './views.ts'

/** The count is that of the open tab: it came with its list, any other would cost a call of its own. */
export function ViewTabs({ open, count }: { open: View; count: number | undefined }) {
  const t = useText()
  const [search] = useSearchParams()
  return (
    <LinkTabs
      label={t('payments.tabs')}
      open={open}
      tabs={views.map((view) => ({
        key: view,
        to: { search: searchOf(view, search) },
        text: t(`payments.tab.${view}`),
        count: view === open ? count : undefined,
      }))}
    />
  )
}
