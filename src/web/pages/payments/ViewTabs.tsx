import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { searchOf, type View, views } from './views.ts'

export function ViewTabs({ open }: { open: View }) {
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
      }))}
    />
  )
}
