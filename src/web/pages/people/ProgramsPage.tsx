/** Programs among the staff: made here, each with its tokens, which are shown once and revoked. */
import { type FormEvent, useState } from 'react'
import { appTokens, type Program } from '#contract/app-tokens.ts'
import { grantRefusal } from '#domain/people/access.ts'
import { isForPeopleAlone, permissionEntries } from '#domain/people/permissions.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { SurveyLookup } from '../../survey/SurveyLookup.tsx'
import { TokenRows } from '../../tokens/TokenRows.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { LastDayPicker } from '../../ui/DatePicker.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useActor } from './use-refusal.ts'
import '../../ui/access.css'

export function ProgramsPage() {
  const t = useText()
  const { data, error, refetch } = useCall(appTokens.programs, {})
  const create = useSend(appTokens.createProgram, { refreshes: [appTokens.programs] })
  const [name, setName] = useState('')
  const [username, setUsername] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    await create.mutateAsync({ body: { name: name.trim(), username: username.trim() } })
    setName('')
    setUsername('')
  }
  return (
    <Stack>
      <title>{`${t('programs.title')} · Canvass`}</title>
      <PageHead title={t('programs.title')} />
      <Panel>
        <p>{t('programs.what')}</p>
        <form className="access-form" onSubmit={(event) => void submit(event).catch(() => undefined)}>
          <Field label={t('programs.name')} value={name} onChange={setName} />
          <Field label={t('programs.username')} value={username} onChange={setUsername} />
          <Button look="primary" type="submit" disabled={!name.trim() || !username.trim()} loading={create.isPending}>
            {t('programs.make')}
          </Button>
          <ErrorNote error={create.error} problem about={t('programs.username')} />
        </form>
        <p className="access-none">{t('admins.usernameHelp')}</p>
        {data?.list.length === 0 && <p className="access-none">{t('programs.noPrograms')}</p>}
      </Panel>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data?.list.map((program) => (
        <ProgramTokens key={program.id} program={program} />
      ))}
    </Stack>
  )
}

function ProgramTokens({ program: { id: personId, name, username } }: { program: Program }) {
  const t = useText()
  const { data, error, refetch } = useCall(appTokens.list, { query: { personId } })
  const revoke = useSend(appTokens.revoke, { refreshes: [appTokens.list] })
  return (
    <Panel heading={`${name} (${username})`}>
      <TokenForm personId={personId} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      <TokenRows
        tokens={data?.list}
        words="programs"
        about={({ permissions, surveyIds, lastAddress }) => {
          const count = permissions?.length ?? 0
          const reach = surveyIds
            ? t('programs.reach', { permissions: count, surveys: surveyIds.length })
            : t('programs.everySurvey', { permissions: count })
          return lastAddress === null ? reach : `${reach} · ${t('programs.address', { address: lastAddress })}`
        }}
        revoke={(id) => revoke.mutateAsync({ params: { id } })}
      />
    </Panel>
  )
}

const nothing = {
  name: '',
  permissions: [] as string[],
  surveyId: undefined as number | undefined,
  expiresAt: null as string | null,
}

function TokenForm({ personId }: { personId: number }) {
  const t = useText()
  const textOr = useTextOr()
  const actor = useActor()
  const create = useSend(appTokens.create, { refreshes: [appTokens.list] })
  const [wanted, setWanted] = useState(nothing)
  const { name, permissions, surveyId, expiresAt } = wanted
  const set = (change: Partial<typeof nothing>) => setWanted({ ...wanted, ...change })
  const offered = permissionEntries.filter(
    (entry) => !isForPeopleAlone(entry.name) && !grantRefusal(actor, [entry.name]),
  )
  async function submit(event: FormEvent) {
    event.preventDefault()
    const surveyIds = surveyId === undefined ? null : [surveyId]
    await create.mutateAsync({ body: { personId, name: name.trim(), permissions, surveyIds, expiresAt } })
    setWanted(nothing)
  }
  return (
    <form className="access-form" onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Field label={t('programs.tokenName')} value={name} onChange={(text) => set({ name: text })} />
      <Select<string[]>
        mode="multiple"
        className="access-subject"
        aria-label={t('programs.permissions')}
        placeholder={t('programs.permissions')}
        optionFilterProp="label"
        options={offered.map(({ name: value }) => ({ value, label: textOr(`roles.permission.${value}`, value) }))}
        value={permissions}
        onChange={(chosen) => set({ permissions: chosen })}
      />
      <SurveyLookup
        className="access-subject"
        placeholder={t('programs.survey')}
        value={surveyId === undefined ? undefined : String(surveyId)}
        onChange={(chosen) => set({ surveyId: chosen })}
      />
      <LastDayPicker
        aria-label={t('surveyToken.lastDay')}
        className="access-day"
        placeholder={t('surveyToken.forGood')}
        value={expiresAt}
        onChange={(day) => set({ expiresAt: day })}
      />
      <Button
        look="primary"
        type="submit"
        disabled={!name.trim() || permissions.length === 0}
        loading={create.isPending}
      >
        {t('surveyToken.make')}
      </Button>
      <ErrorNote error={create.error} problem />
      {create.data && (
        <Note tone="warning">
          {t('surveyToken.once')} <CopyText text={create.data.data.token} />
        </Note>
      )}
    </form>
  )
}

function Field({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <TextInput
      className="token-name"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
