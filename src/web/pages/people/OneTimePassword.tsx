/** The one-time password of an account. It cannot be looked up again, so only the button closes this. */
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { basePath } from '../../api/page-settings.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import type { Answered } from '#contract/endpoint.ts'
import type { auth } from '#contract/auth.ts'
import type { people } from '#contract/people.ts'
import './people.css'

export interface Secret {
  /** Whose it is. */
  name: string
  username: string
  /** A password, or the address of an invitation. */
  secret: string
  kind: 'password' | 'link'
  /** Until when it is good. */
  expiresAt: string
}

interface OneTimePasswordProps {
  secret: Secret
  onClose: () => void
}

export function OneTimePassword({
  secret: { name, username, secret, kind, expiresAt },
  onClose,
}: OneTimePasswordProps) {
  const t = useText()
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'byHand'>()

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      setCopied('yes')
    } catch {
      // A page served over plain http has no clipboard; the text is marked, the keys do the rest.
      setCopied('byHand')
    }
  }

  return (
    <Dialog
      title={t(`people.${kind}.title`, { name })}
      onClose={undefined}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('people.password.noted')}
        </Button>
      }
    >
      <Stack>
        <Note tone="warning">{t(`people.${kind}.once`)}</Note>
        <p>{t(`people.${kind}.how`, { username })}</p>
        <div className="one-time-field">
          <input
            ref={field}
            readOnly
            aria-label={t(`people.${kind}.label`)}
            value={secret}
            size={24}
            onFocus={(event) => event.target.select()}
          />
          <Button icon={copied === 'yes' ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copy()}>
            {t('people.password.copy')}
          </Button>
        </div>
        <output className="one-time-note">
          {copied === 'yes' && t('people.password.copied')}
          {copied === 'byHand' && t('people.password.byHand')}
        </output>
        <p>{t('people.password.until', { moment: format.dateTime(expiresAt) })}</p>
      </Stack>
    </Dialog>
  )
}

/** The secret that came with a new account; undefined where its link goes by mail. */
export function createdSecret(answer: unknown): Secret | undefined {
  const { name, username, newPassword, expiresAt, invitation } = (answer as Answered<typeof people.create>).data
  if (invitation) return linkSecret({ name, username }, invitation)
  if (newPassword === null || expiresAt === null) return undefined
  return { name, username, secret: newPassword, kind: 'password', expiresAt }
}

/** Where the invitation of a new account goes by mail. */
export function createdAddress(answer: unknown): string | null | undefined {
  return (answer as Answered<typeof people.create>).data.invitation?.sentTo
}

/** Of an invitation that is to be passed on by hand; undefined where it goes by mail. */
export function linkSecret(
  { name, username }: Pick<Secret, 'name' | 'username'>,
  { path, expiresAt }: Pick<Answered<typeof auth.invite>, 'path' | 'expiresAt'>,
): Secret | undefined {
  if (path === null) return undefined
  return { name, username, secret: location.origin + basePath + path, kind: 'link', expiresAt }
}
