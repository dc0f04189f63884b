/** How answers were changed, newest first; each change can be taken back by a change of its own. */
import { useState } from 'react'
import { type AnswerChangeRow, responseEdits } from '#contract/response-edits.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import { questionOfKey } from '#domain/answers/answer-edit.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { BeforeAfter } from './BeforeAfter.tsx'
import { IrrelevantNote } from './IrrelevantNote.tsx'
import { useEdit } from './use-edit.ts'
import { useAnswerName } from './use-repetition-name.ts'
import { Personal } from './Personal.tsx'

const mostShown = 100

interface AnswerChangesProps {
  response: ResponseDetail
  /** Why the user may not change answers. */
  refusal: string | undefined
}

export function AnswerChanges({ response, refusal }: AnswerChangesProps) {
  const t = useText()
  const { id } = response
  const { data, error, refetch } = useCall(responseEdits.changes, {
    params: { id },
    query: { pageSize: String(mostShown) },
  })
  const [taking, setTaking] = useState<AnswerChangeRow>()
  if (error) return <LoadProblem title="responses.changes.failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <output className="skeleton" aria-label={t('form.loading')} />
  if (data.total === 0) return <p className="no-rows">{t('responses.changes.empty')}</p>
  return (
    <>
      <ol className="answer-changes" aria-label={t('responses.changes.title')}>
        {data.list.map((change) => (
          <li key={change.id}>
            <Change response={response} change={change} />
            {change.hidden === null && change.source !== 'CALCULATED' && (
              <Button look="text" refusal={refusal} onClick={() => setTaking(change)}>
                {t('responses.changes.revert')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {data.total > data.list.length && (
        <p className="blank">{t('responses.changes.shown', { shown: data.list.length, total: data.total })}</p>
      )}
      {taking && <RevertDialog response={response} change={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}

function Change({ response, change }: { response: ResponseDetail; change: AnswerChangeRow }) {
  const t = useText()
  const nameOf = useAnswerName(response)
  const format = useFormat()
  const { key, hidden, before, after, source, by, at, reason } = change
  const question = questionOfKey(response, key)
  return (
    <>
      <strong>{nameOf(key)}</strong>
      {hidden === null && <BeforeAfter question={question} keyOfAnswer={key} before={before} after={after} />}
      {hidden === 'PERSONAL' && <Personal />}
      {hidden === 'ERASED' && <span className="blank">{t('responses.changes.erased')}</span>}
      <span>
        {t(`responses.changes.source.${source}`)} ·{' '}
        {t('responses.reviewedBy', { by: by ?? 'none', at: format.dateTime(at) })}
      </span>
      {reason !== null && <span>{reason}</span>}
    </>
  )
}

interface RevertDialogProps {
  response: ResponseDetail
  change: AnswerChangeRow
  onClose: () => void
}

function RevertDialog({ response, change, onClose }: RevertDialogProps) {
  const t = useText()
  const { send, irrelevant, isStale, error } = useEdit(response)
  const { key, before } = change
  return (
    <ConfirmDialog
      title={t('responses.changes.question')}
      action={t(irrelevant ? 'responses.edit.clear' : 'responses.changes.revert')}
      danger={irrelevant !== undefined}
      run={() => send({ reverts: change.id })}
      onClose={onClose}
    >
      <BeforeAfter
        question={questionOfKey(response, key)}
        keyOfAnswer={key}
        before={response.answers[key]}
        after={before}
      />
      <p>{t('responses.edit.means')}</p>
      <ErrorNote error={error} />
      {isStale && (
        <Note tone="warning" role="alert">
          {t('responses.edit.stale')}
        </Note>
      )}
      {irrelevant && <IrrelevantNote response={response} irrelevant={irrelevant} />}
    </ConfirmDialog>
  )
}
