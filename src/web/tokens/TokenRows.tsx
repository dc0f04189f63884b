import dayjs from 'dayjs'
import { useState } from 'react'
import type { AppToken } from '#contract/app-tokens.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import '../ui/access.css'

export type Token = Omit<AppToken, 'personId' | 'lastAddress' | 'permissions' | 'surveyIds'>

interface TokenRowsProps {
  tokens: readonly Token[] | undefined
  /** What is said of these: that there are none, and before one is revoked. */
  words: 'surveyToken' | 'surveyLink.own' | 'surveyAccess.feed'
  revoke: (id: number) => Promise<unknown>
}

/** Tokens that were made, each with its use and the way to revoke it. */
export function TokenRows({ tokens, words, revoke }: TokenRowsProps) {
  const t = useText()
  const [doomed, setDoomed] = useState<Token>()
  return (
    <>
      {tokens?.length === 0 && <p className="access-none">{t(`${words}.none`)}</p>}
      <ul className="access-list">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
        ))}
      </ul>
      {doomed && (
        <ConfirmDialog
          title={t(`${words}.revokeTitle`, { name: doomed.name })}
          action={t('surveyToken.revoke')}
          danger="danger"
          run={async () => {
            await revoke(doomed.id)
            setDoomed(undefined)
          }}
          onClose={() => setDoomed(undefined)}
        >
          <p>{t(`${words}.revokeText`)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
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
