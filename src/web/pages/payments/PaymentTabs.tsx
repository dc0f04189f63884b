import { useSearchParams } from 'react-router'
import { bell } from '#contract/bell.ts'
import { useCall } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { searchOf, type Tab, tabsFor } from './tabs.ts'

export function PaymentTabs({ open }: { open: Tab }) {
  const t = useText()
  const [search] = useSearchParams()
  const { list } = useSession().permissions
  const wrong = useCall(bell.get, {}, { isKept: true }).data?.data.entries.find(({ kind }) => kind === 'desk')?.n
  return (
    <LinkTabs
      label={t('payments.tabs')}
      open={open}
      tabs={tabsFor(list).map((tab) => ({
        key: tab,
        to: { search: searchOf(tab, search, list) },
        text: t(`payments.tab.${tab}`),
        count: tab === 'desk' ? wrong : undefined,
        group: tab === 'floats' ? t('payments.tab.treasury') : undefined,
      }))}
    />
  )
}
