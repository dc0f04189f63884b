/** A link for the payee: what was paid for, how much, when, and the reference. */
import { payments } from '#contract/payments.ts'
import { useSend } from '../../../api/query.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'

export function Receipt({ id }: { id: number | string }) {
  const t = useText()
  const format = useFormat()
  const make = useSend(payments.receipt)
  const made = make.data?.data
  const address = made && location.origin + made.path
  const body = { language: currentLocale() }
  return (
    <section>
      {address ? (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {t('receipt.open')}
          </a>{' '}
          <CopyText text={address} shown={t('receipt.link')} />
          <small className="blank"> {t('receipt.until', { day: format.date(made.expiresAt) })}</small>
        </p>
      ) : (
        <Button loading={make.isPending} onClick={() => make.mutate({ params: { id: String(id) }, body })}>
          {t('receipt.make')}
        </Button>
      )}
      <ErrorNote error={make.error ?? undefined} />
    </section>
  )
}
