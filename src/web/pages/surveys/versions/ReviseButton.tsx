import { useState } from 'react'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { versions } from '#contract/versions.ts'
import { newKey } from '../../../api/client.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useActRefusal } from '../use-act-refusal.ts'

/** Puts the changes of the draft into the published version, where its responses stay as good as they are. */
export function ReviseButton({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [key, setKey] = useState(newKey)
  const refusal = useActRefusal(survey, 'manage', 'surveys.publish')
  const params = { surveyId: survey.id }
  const { data } = useCall(versions.changes, { params, query: {} })
  const revise = useSend(versions.revise, { refreshes: [surveys.get, versions.list, versions.changes] })
  const { from, changes = [], fitsRevision = false } = data?.data ?? {}
  if (!from || changes.length === 0) return null
  if (!fitsRevision) return <Note tone="neutral">{t('versions.needsVersion', { version: from.number + 1 })}</Note>

  function run() {
    revise.mutate(
      { params, idempotencyKey: key },
      {
        onSuccess: ({ data: { number, revision } }) => {
          toast(t('versions.revised', { number, revision }))
          // Under the same key the next revision would be answered by this one.
          setKey(newKey())
        },
      },
    )
  }

  return (
    <div className="version-revise">
      <ErrorNote error={revise.error} />
      <p>{t('versions.fits', { version: from.number })}</p>
      <Button refusal={refusal} loading={revise.isPending} onClick={run}>
        {t('versions.revise', { version: from.number })}
      </Button>
    </div>
  )
}
