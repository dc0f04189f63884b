/** Tokens of collecting apps: made, shown once, and revoked. */
import { type FormEvent, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { LastDayPicker } from '../ui/DatePicker.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { type Token, TokenRows } from './TokenRows.tsx'
import '../ui/access.css'

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
  return (
    <>
      {refusal === undefined ? (
        <TokenForm error={error} make={async (token) => setMade(await make(token))} />
      ) : (
        <Note tone="neutral">{refusal}</Note>
      )}
      <TokenRows tokens={tokens} words="surveyToken" revoke={revoke} />
      {made && <TokenDialog project={project} token={made} onClose={() => setMade(undefined)} />}
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
