import dayjs from 'dayjs'
import { useState } from 'react'
import type { AppToken } from '#contract/app-tokens.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import '../ui/access.css'

export type Token = Omit<AppToken, 'personId' | 'lastAddress' | 'permissions' | 'surveyIds'>

interface TokenRowsProps<T extends Token> {
  tokens: readonly T[] | undefined
  /** What is said of these: that there are none, and before one is revoked. */
  words: 'surveyToken' | 'surveyLink.own' | 'surveyAccess.feed' | 'programs'
  /** What is said of each beside its name. */
  about?: (token: T) => string
  revoke: (id: number) => Promise<unknown>
}

/** Tokens that were made, each with its use and the way to revoke it. */
export function TokenRows<T extends Token>({ tokens, words, about, revoke }: TokenRowsProps<T>) {
  const t = useText()
  const [doomed, setDoomed] = useState<T>()
  return (
    <>
      {tokens?.length === 0 && <p className="access-none">{t(`${words}.none`)}</p>}
      <ul className="access-list">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} about={about?.(token)} onRevoke={() => setDoomed(token)} />
        ))}
      </ul>
      {doomed && (
        <ConfirmDialog
          title={t(`${words}.revokeTitle`, { name: doomed.name })}
          action={t('surveyToken.revoke')}
          danger
          run={async () => void (await revoke(doomed.id))}
          onClose={() => setDoomed(undefined)}
        >
          <p>{t(`${words}.revokeText`)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface TokenRowProps {
  token: Token
  about: string | undefined
  onRevoke: () => void
}

function TokenRow({ token, about, onRevoke }: TokenRowProps) {
  const t = useText()
  const format = useFormat()
  const { name, expiresAt, lastUsedAt, createdBy, createdAt } = token
  const isExpired = expiresAt !== null && dayjs(expiresAt).isBefore(dayjs())
  return (
    <li data-expired={isExpired}>
      <span className="access-who">
        <strong>{name}</strong> {about}
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
