/** The entries that the user has begun and not sent, in any browser; nothing while there are none. */
import { useState } from 'react'
import { type DraftRow, drafts } from '#contract/drafts.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { DiscardDialog } from './DraftBar.tsx'

const mostShown = 100

export function DraftList() {
  const t = useText()
  const { data, error, refetch } = useCall(drafts.list, { query: { pageSize: String(mostShown) } })
  const [leaving, setLeaving] = useState<DraftRow>()
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section>
      <h2>{t('entry.drafts')}</h2>
      <ul className="entry-drafts">
        {data.list.map((draft) => (
          <li key={draft.surveyId}>
            <DraftFacts draft={draft} />
            <div className="entry-ways">
              <ButtonLink to={`/form?survey=${draft.surveyId}`}>
                {t('entry.draft.continue')} <span className="visually-hidden">{draft.surveyTitle}</span>
              </ButtonLink>
              <Button onClick={() => setLeaving(draft)}>
                {t('entry.draft.discard')} <span className="visually-hidden">{draft.surveyTitle}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {leaving && <DiscardDialog surveyId={leaving.surveyId} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}

function DraftFacts({ draft }: { draft: DraftRow }) {
  const t = useText()
  const format = useFormat()
  const { surveyTitle, participantName, participantPhone, answered, updatedAt } = draft
  const who = [participantName, participantPhone].filter((word) => word.trim() !== '')
  return (
    <div>
      <strong>{surveyTitle}</strong>
      <p>{[...who, t('entry.draft.answered', { count: answered }), format.dateTime(updatedAt)].join(' · ')}</p>
    </div>
  )
}
