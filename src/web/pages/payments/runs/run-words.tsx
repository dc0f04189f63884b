/** How runs and their selections are called. */
import { Link } from 'react-router'
import { paymentList } from '#contract/payments.ts'
import type { Run, Source } from '#contract/payment-runs.ts'
import { useText } from '../../../i18n/text.ts'
import { useNarrowingWords } from '../../../list/use-filter-words.ts'

export function useRunName(): (run: Pick<Run, 'id' | 'step' | 'name' | 'isTrial'>) => string {
  const t = useText()
  return ({ id, step, name, isTrial }) => {
    const plain = name ?? t('payments.run.name', { id, step: t(`payments.run.step.${step}`) })
    return isTrial ? t('payments.run.trialOf', { name: plain }) : plain
  }
}

/** How the payments were chosen. */
export function SourceText({ source }: { source: Source }) {
  const t = useText()
  const { q, ...filter } = source.filter ?? {}
  const words = useNarrowingWords('payments', paymentList.filters, filter)
  switch (source.by) {
    case 'IDS':
      return t('payments.run.byIds')
    case 'FILE':
      return t('payments.run.byFile', { name: source.name ?? '' })
    case 'RUN':
      return (
        <Link to={{ search: `view=runs&run=${source.runId}` }}>
          {t('payments.run.byRun', { id: source.runId ?? 0 })}
        </Link>
      )
    case 'FILTER': {
      const all = [
        ...words,
        ...(filter['selectionId'] ? [t('payments.run.ofSelection')] : []),
        ...(q === undefined ? [] : [t('payments.run.searched')]),
      ]
      return all.length === 0 ? t('payments.run.byAll') : t('payments.run.byFilter', { filter: all.join(', ') })
    }
  }
}
