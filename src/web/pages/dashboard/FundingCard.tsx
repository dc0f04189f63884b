import type { Dashboard } from '#contract/dashboard.ts'
import { bellPaths } from '#domain/people/bell.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Card } from './Card.tsx'
import type { CardCall } from './use-dashboard.ts'

/** Money that others ask to book into a float or out of one: it waits for a second person. */
export function FundingCard({ asked }: { asked: CardCall<NonNullable<Dashboard['payments']>> }) {
  const t = useText()
  const format = useFormat()
  return (
    <Card
      title={t('dashboard.funding')}
      asked={asked}
      room="mine"
      empty={({ fundingForMe }) => (fundingForMe ? undefined : t('dashboard.fundingNone'))}
      link={{ to: bellPaths.funding, text: t('dashboard.fundingOpen') }}
    >
      {({ fundingForMe }) => <p className="dashboard-figure">{format.number(fundingForMe ?? 0)}</p>}
    </Card>
  )
}
