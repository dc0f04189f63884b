/** The tokens by which Excel and Power BI read the responses of the survey: made, shown once, and revoked. */
import { useId, useState } from 'react'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { basePath } from '../../../api/page-settings.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { TokenRows } from '../../../tokens/TokenRows.tsx'
import { useSurveyTokens } from './use-survey-tokens.ts'
import { Button } from '../../../ui/Button.tsx'
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
  const { tokens, error, retry, revoke } = useSurveyTokens(surveyId, 'READ')
  const named = tokens?.map(({ name, personal, ...token }) => {
    return { ...token, name: personal ? `${name} · ${t('surveyAccess.feed.isPersonal')}` : name }
  })
  return (
    <Panel className="feed" heading={t('surveyAccess.feed.heading')}>
      <p>{t('surveyAccess.feed.means')}</p>
      <CopyText text={`${location.origin}${basePath}/odata/${surveyId}/`} />
      <NewToken surveyId={surveyId} />
      {error ? (
        <LoadProblem error={error} onRetry={retry} />
      ) : (
        <TokenRows tokens={named} words="surveyAccess.feed" revoke={revoke} />
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
