import { useSearchParams } from 'react-router'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { searchOf, type Tab, tabsFor } from './tabs.ts'

export function PaymentTabs({ open }: { open: Tab }) {
  const t = useText()
  const [search] = useSearchParams()
  const { list } = useSession().permissions
  return (
    <LinkTabs
      label={t('payments.tabs')}
      open={open}
      tabs={tabsFor(list).map((tab) => ({
        key: tab,
        to: { search: searchOf(tab, search, list) },
        text: t(`payments.tab.${tab}`),
        group: tab === 'floats' ? t('payments.tab.treasury') : undefined,
      }))}
    />
  )
}
