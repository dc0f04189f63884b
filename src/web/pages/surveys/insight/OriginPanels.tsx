/** Where responses come from: their site, and who collected them, each with how many have open flags. */
import { blank } from '#contract/filters.ts'
import type { Insight } from '#contract/insight.ts'
import { BarTable } from '../../../charts/BarTable.tsx'
import { useText } from '../../../i18n/text.ts'
import { Panel } from '../../../ui/Panel.tsx'
import type { InsightFilter } from './use-insight-filter.ts'

export function OriginPanels({ insight, filter }: { insight: Insight; filter: InsightFilter }) {
  const { sites, collectors, total } = insight
  const t = useText()
  const flagged = (count: number) => (count === 0 ? '' : t('insight.flagged', { count }))
  return (
    <>
      {sites.some(({ site }) => site !== null) && (
        <Panel className="insight-chart">
          <h3>{t('insight.bySite')}</h3>
          <BarTable
            caption={t('insight.bySite')}
            noted={t('responses.field.flags')}
            rows={sites.map(({ site, n, ...each }) => ({
              key: String(site?.id),
              label: site?.title ?? t('insight.noSite'),
              n,
              note: flagged(each.flagged),
            }))}
            of={total}
          />
        </Panel>
      )}
      <Panel className="insight-chart">
        <h3>{t('insight.byCollector')}</h3>
        <BarTable
          caption={t('insight.byCollector')}
          noted={t('responses.field.flags')}
          rows={collectors.map(({ collector, n, ...each }) => ({
            label: collector ?? t('insight.noCollector'),
            n,
            note: flagged(each.flagged),
            to: filter.listBy('collector', collector === null ? blank : `=${collector}`),
          }))}
          of={total}
        />
      </Panel>
    </>
  )
}
