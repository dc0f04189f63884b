/** The tokens of a survey: who may send responses by a collecting app. */
import dayjs, { type Dayjs } from 'dayjs'
import { type FormEvent, useState } from 'react'
import { type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DatePicker } from '../../../ui/DatePicker.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useActRefusal } from '../use-act-refusal.ts'
import { type MadeToken, TokenDialog } from './TokenDialog.tsx'

export function TokenPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Panel>
      <h2>{t('surveyToken.heading')}</h2>
      <p>{t('surveyToken.what')}</p>
      {refusal === undefined ? <Tokens survey={survey} /> : <Note tone="neutral">{refusal}</Note>}
    </Panel>
  )
}

function Tokens({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [made, setMade] = useState<MadeToken>()
  const [doomed, setDoomed] = useState<SurveyToken>()
  const params = { id: survey.id }
  const { data, error, refetch } = useCall(surveyTokens.list, { params })
  const revoke = useSend(surveyTokens.revoke, { refreshes: [surveyTokens.list] })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  const tokens = data?.list.filter(({ kind }) => kind === 'COLLECT')
  return (
    <>
      <TokenForm survey={survey} onMade={setMade} />
      {tokens?.length === 0 && <p className="access-none">{t('surveyToken.none')}</p>}
      <ul className="access-list">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
        ))}
      </ul>
      {made && <TokenDialog survey={survey} token={made} onClose={() => setMade(undefined)} />}
      {doomed && (
        <ConfirmDialog
          title={t('surveyToken.revokeTitle', { name: doomed.name })}
          action={t('surveyToken.revoke')}
          danger="danger"
          run={async () => {
            await revoke.mutateAsync({ params: { ...params, tokenId: doomed.id } })
            setDoomed(undefined)
          }}
          onClose={() => setDoomed(undefined)}
        >
          <p>{t('surveyToken.revokeText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function TokenForm({ survey, onMade }: { survey: SurveyDetail; onMade: (token: MadeToken) => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [lastDay, setLastDay] = useState<Dayjs | null>(null)
  const create = useSend(surveyTokens.create, { refreshes: [surveyTokens.list] })

  async function make(event: FormEvent) {
    event.preventDefault()
    const expiresAt = lastDay?.endOf('day').toISOString() ?? null
    const body = { kind: 'COLLECT', name: name.trim(), expiresAt } as const
    const { data } = await create.mutateAsync({ params: { id: survey.id }, body })
    setName('')
    onMade(data)
  }

  return (
    <form className="access-form" onSubmit={(event) => void make(event).catch(() => undefined)}>
      <TextInput
        className="token-name"
        aria-label={t('surveyToken.name')}
        placeholder={t('surveyToken.name')}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <DatePicker
        aria-label={t('surveyAccess.lastDay')}
        className="access-day"
        placeholder={t('surveyAccess.forGood')}
        format="YYYY-MM-DD"
        minDate={dayjs()}
        value={lastDay}
        onChange={setLastDay}
      />
      <Button look="primary" type="submit" disabled={name.trim() === ''} loading={create.isPending}>
        {t('surveyToken.make')}
      </Button>
      <ErrorNote error={create.error} />
    </form>
  )
}

export function TokenRow({ token, onRevoke }: { token: SurveyToken; onRevoke: () => void }) {
  const t = useText()
  const format = useFormat()
  const { name, expiresAt, lastUsedAt, createdBy, createdAt } = token
  const isExpired = expiresAt !== null && dayjs(expiresAt).isBefore(dayjs())
  return (
    <li data-expired={isExpired}>
      <span className="access-who">
        <strong>{name}</strong>
      </span>
      <span className="access-until">
        {expiresAt === null ? t('surveyAccess.forGood') : t('surveyToken.until', { date: format.date(expiresAt) })}
      </span>
      <span>
        {lastUsedAt === null ? t('surveyToken.unused') : t('surveyToken.used', { date: format.date(lastUsedAt) })}
      </span>
      <span className="access-by">
        {t('surveyToken.madeBy', { name: createdBy?.name ?? '—', date: format.date(createdAt) })}
      </span>
      <Button size="small" look="text" tone="danger" onClick={onRevoke}>
        {t('surveyToken.revoke')}
      </Button>
    </li>
  )
}
