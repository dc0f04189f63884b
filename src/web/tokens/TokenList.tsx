/** Tokens of collecting apps: made, shown once, and revoked. */
import { type FormEvent, useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { LastDayPicker } from '../ui/DatePicker.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { type Token, TokenRows } from './TokenRows.tsx'
import { renderSVG } from 'uqr'
import { collectorPath } from '#domain/surveys/survey-link.ts'
import { collectPath, tokenUser } from '#domain/surveys/survey-token.ts'
import { basePath } from '../api/page-settings.ts'
import { CopyText } from '../ui/CopyText.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { fact, Facts } from '../ui/Facts.tsx'
import { collectSettings } from './collect-settings.ts'
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

/** A token that was just made, shown this once: typed by hand, or as the picture that ODK Collect reads. */
interface TokenDialogProps {
  /** What the app calls the project. */
  project: string
  token: { name: string; token: string }
  onClose: () => void
}

function TokenDialog({ project, token: { name, token }, onClose }: TokenDialogProps) {
  const t = useText()
  const url = `${location.origin}${basePath}${collectPath}`
  const page = `${location.origin}${basePath}${collectorPath(token)}`
  return (
    <Dialog
      title={t('surveyToken.madeTitle', { name })}
      size="medium"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Note tone="warning">{t('surveyToken.once')}</Note>
      <ol>
        <li>{t('surveyToken.scan')}</li>
        <li>{t('surveyToken.load')}</li>
        <li>{t('surveyToken.send')}</li>
      </ol>
      <SettingsPicture url={url} token={token} project={project} />
      <Facts
        className="access-anyway"
        of={[
          fact(t('surveyToken.server'), <CopyText text={url} />),
          fact(t('surveyToken.user'), <CopyText text={tokenUser} />),
          fact(t('surveyToken.password'), <CopyText text={token} />),
          fact(t('surveyToken.address'), <CopyText text={`${url}/key/${token}`} />),
        ]}
      />
      <p>{t('surveyToken.browser')}</p>
      <PictureOf text={page} name={t('surveyToken.pagePicture')} />
      <CopyText text={page} />
      {!url.startsWith('https:') && <Note tone="info">{t('surveyToken.needsHttps')}</Note>}
    </Dialog>
  )
}

function SettingsPicture(settings: { url: string; token: string; project: string }) {
  const t = useText()
  const { url, token, project } = settings
  const [text, setText] = useState<string>()
  useEffect(() => {
    void collectSettings({ url, token, project }).then(setText)
  }, [url, token, project])
  return text !== undefined && <PictureOf text={text} name={t('surveyToken.picture')} />
}

function PictureOf({ text, name }: { text: string; name: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`
  return <img className="token-picture" src={picture} alt={name} />
}
