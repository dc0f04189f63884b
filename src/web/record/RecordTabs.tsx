/** The two sides of a record: what it is, and what was done to it (`?tab=history`). */
import { useSearchParams } from 'react-router'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { LinkTabs } from '../ui/LinkTabs.tsx'

const historyTab = 'history'

export function useIsHistory(): boolean {
  const [search] = useSearchParams()
  return search.get('tab') === historyTab
}

/** Only the tab of the URL changes: what else it names stays. `first`: what the side before the history is called. */
export function RecordTabs({ first = 'record.details' }: { first?: MessageId }) {
  const t = useText()
  const [search] = useSearchParams()
  const rest = new URLSearchParams(search)
  rest.delete('tab')
  const history = new URLSearchParams([...rest, ['tab', historyTab]])
  return (
    <LinkTabs
      label={t('record.tabs')}
      open={useIsHistory() ? historyTab : 'details'}
      tabs={[
        { key: 'details', to: { search: rest.toString() }, text: t(first) },
        { key: historyTab, to: { search: history.toString() }, text: t('history.title') },
      ]}
    />
  )
}
