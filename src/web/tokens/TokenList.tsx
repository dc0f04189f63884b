/** Tokens of collecting apps: made, shown once, and revoked. */
import dayjs from 'dayjs'
import { type FormEvent, useState } from 'react'
import type { AppToken } from '#contract/app-tokens.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LastDayPicker } from '../ui/DatePicker.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import '../ui/access.css'

type Token = Omit<AppToken, 'personId'>
export type NewToken = Pick<Token, 'name' | 'expiresAt'>

interface TokenListProps {
  tokens: readonly Token[] | undefined
  /** What the app calls the project. */
  project: string
  /** Why none can be made. */
  refusal?: string | undefined
  /** Of the last attempt to make one. */
  error: unknown
  make: (token: NewToken) => Promise<Token & { token: string }>
  revoke: (id: number) => Promise<unknown>
}

export function TokenList({ tokens, project, refusal, error, make, revoke }: TokenListProps) {
  const t = useText()
  const [made, setMade] = useState<Token & { token: string }>()
  const [doomed, setDoomed] = useState<Token>()
  return (
    <>
      {refusal === undefined ? (
        <TokenForm error={error} make={async (token) => setMade(await make(token))} />
      ) : (
        <Note tone="neutral">{refusal}</Note>
      )}
      {tokens?.length === 0 && <p className="access-none">{t('surveyToken.none')}</p>}
      <ul className="access-list">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
        ))}
      </ul>
      {made && <TokenDialog project={project} token={made} onClose={() => setMade(undefined)} />}
      {doomed && (
        <ConfirmDialog
          title={t('surveyToken.revokeTitle', { name: doomed.name })}
          action={t('surveyToken.revoke')}
          danger="danger"
          run={async () => {
            await revoke(doomed.id)
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

function TokenForm({ error, make }: { error: unknown; make: (token: NewToken) => Promise<void> }) {
  const t = useText()
  const [name, setName] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMaking(true)
    try {
      await make({ name: name.trim(), expiresAt })
      setName('')
    } finally {
      setMaking(false)
    }
  }

  return (
    <form className="access-form" onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <TextInput
        className="token-name"
        aria-label={t('surveyToken.name')}
        placeholder={t('surveyToken.name')}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <LastDayPicker
        aria-label={t('surveyToken.lastDay')}
        className="access-day"
        placeholder={t('surveyToken.forGood')}
        value={expiresAt}
        onChange={setExpiresAt}
      />
      <Button look="primary" type="submit" disabled={name.trim() === ''} loading={isMaking}>
        {t('surveyToken.make')}
      </Button>
      <ErrorNote error={error} />
    </form>
  )
}

export function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
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
        {expiresAt === null ? t('surveyToken.forGood') : t('surveyToken.until', { date: format.date(expiresAt) })}
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
