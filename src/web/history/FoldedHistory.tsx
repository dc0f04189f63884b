/** The history of a record that is shown beside others, where there is no room for tabs: asked for when it is unfolded. */
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { History } from './History.tsx'
import type { HistoryProps } from './HistoryList.tsx'
import './folded-history.css'

export function FoldedHistory(props: HistoryProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="folded-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('history.title')}</summary>
      {isOpen && <History {...props} />}
    </details>
  )
}
