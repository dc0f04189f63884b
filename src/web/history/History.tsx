/**
 * What was done to a record: `<History subjectType="company" subjectId={id} />`, on any page of one record. It and the
 * words of the trail come when it is first shown.
 */
import { type ComponentType, Suspense, useState } from 'react'
import { trailAreas } from '../i18n/areas.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import type { HistoryProps } from './HistoryList.tsx'
import './history.css'

const Deeds: ComponentType<HistoryProps> = lazyComponent(
  async () => (await import('./HistoryList.tsx')).HistoryList,
  ...trailAreas,
)

export function History(props: HistoryProps) {
  const t = useText()
  return (
    <Suspense fallback={<output className="skeleton" aria-label={t('form.loading')} />}>
      <Deeds key={`${props.subjectType} ${props.subjectId}`} {...props} />
    </Suspense>
  )
}

/** The history of a record beside others, where tabs have no room. It loads when the user unfolds it. */
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
