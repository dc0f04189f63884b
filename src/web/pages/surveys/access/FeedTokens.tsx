/** The tokens by which Excel and Power BI read the responses of the survey: made, shown once, and revoked. */
import { useId, useState } from 'react'
import { type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { basePath } from '../../../api/page-settings.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import '../../../ui/access.css'
import './access.css'

export function FeedTokens({ surveyId }: { surveyId: number }) {
  const t = useText()
  const [doomed, setDoomed] = useState<SurveyToken>()
  const { data, error, refetch } = useCall(surveyTokens.list, { params: { id: surveyId } })
  const tokens = data?.list.filter(({ kind }) => kind === 'READ')
  const revoke = useSend(surveyTokens.revoke, { refreshes: [surveyTokens.list] })
  return (
    <Panel className="feed" heading={t('surveyAccess.feed.heading')}>
      <p>{t('surveyAccess.feed.means')}</p>
      <CopyText text={`${location.origin}${basePath}/odata/${surveyId}/`} />
      <NewToken surveyId={surveyId} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {tokens?.length === 0 && <p className="access-none">{t('surveyAccess.feed.none')}</p>}
      {tokens && tokens.length > 0 && (
        <ul className="feed-tokens">
          {tokens.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => setDoomed(token)} />
          ))}
        </ul>
      )}
      {doomed && (
        <ConfirmDialog
          title={t('surveyAccess.feed.question', { name: doomed.name })}
          action={t('surveyAccess.feed.revoke')}
          danger="danger"
          run={async () => {
            await revoke.mutateAsync({ params: { id: surveyId, tokenId: doomed.id } })
            setDoomed(undefined)
          }}
          onClose={() => setDoomed(undefined)}
        >
          <p>{t('surveyAccess.feed.revokeMeans')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function NewToken({ surveyId }: { surveyId: number }) {
  const t = useText()
  const id = useId()
  const [name, setName] = useState('')
  const [personal, setPersonal] = useState(false)
  const create = useSend(surveyTokens.create, { refreshes: [surveyTokens.list] })
  const canExport = useCan('responses.export')
  const canSeePersonal = useCan('responses.personal')
  const refusal = canExport ? undefined : t('action.needs', { permission: 'responses.export' })

  function make() {
    create.mutate(
      { params: { id: surveyId }, body: { kind: 'READ', name: name.trim(), personal } },
      { onSuccess: () => setName('') },
    )
  }

  return (
    <form
      className="feed-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (!refusal && name.trim() !== '') make()
      }}
    >
      <FieldBox label={t('surveyAccess.feed.name')}>
        <TextInput maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      </FieldBox>
      {canSeePersonal && (
        <div className="feed-personal">
          <Switch id={`${id}-personal`} checked={personal} onChange={setPersonal} />
          <label htmlFor={`${id}-personal`}>{t('surveyAccess.feed.personal')}</label>
        </div>
      )}
      <Button type="submit" refusal={refusal} disabled={name.trim() === ''} loading={create.isPending}>
        {t('surveyAccess.feed.create')}
      </Button>
      <ErrorNote error={create.error} />
      {create.data && (
        <Note tone="success" said="politely">
          <p>{t('surveyAccess.feed.once')}</p>
          <CopyText text={create.data.data.token} />
        </Note>
      )}
    </form>
  )
}

function Token({ token, onRevoke }: { token: SurveyToken; onRevoke: () => void }) {
  const t = useText()
  const format = useFormat()
  const { name, personal, createdBy, createdAt, lastUsedAt } = token
  return (
    <li>
      <strong>{name}</strong>
      <p>
        {t('surveyAccess.feed.made', { by: createdBy?.name ?? '–', at: format.dateTime(createdAt) })}
        {personal && ` · ${t('surveyAccess.feed.isPersonal')}`}
        {' · '}
        {lastUsedAt === null
          ? t('surveyAccess.feed.unused')
          : t('surveyAccess.feed.used', { at: format.dateTime(lastUsedAt) })}
      </p>
      <Button size="small" tone="danger" aria-haspopup="dialog" onClick={onRevoke}>
        {t('surveyAccess.feed.revoke')}
      </Button>
    </li>
  )
}
