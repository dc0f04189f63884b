/** The end of a day of a float, beside what its provider states; a person closes it once lines explain the difference. */
import { useState } from 'react'
import { Link } from 'react-router'
import { type AccountRow, books } from '#contract/books.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { askPath } from '../ask-path.ts'
import { StatementGroups } from './StatementLines.tsx'

export function DayEndDialog({ account, day, onClose }: { account: AccountRow; day: string; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const canFund = useCan('payments.fund')
  const params = { id: account.id, day }
  const { data, error } = useCall(books.dayEnd, { params })
  const close = useSend(books.closeDay, { refreshes: [books.dayEnd, books.days] })
  const [theirs, setTheirs] = useState('')
  const end = data?.data
  const money = ({ amount, currency }: { amount: string; currency: string }) => format.money(amount, currency)

  async function closeDay() {
    const body = theirs.trim() === '' ? {} : { theirs: typedAmount(theirs, account.currency) }
    await close.mutateAsync({ params, body }).catch(() => undefined)
  }

  return (
    <Dialog
      size="large"
      title={t('books.dayEnd', { day: format.utcDay(day) })}
      busy={close.isPending}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        end &&
        !end.closed && (
          <Button
            look="primary"
            loading={close.isPending}
            refusal={canFund ? undefined : t('action.needs', { permission: 'payments.fund' })}
            onClick={() => void closeDay()}
          >
            {t('books.closeDay')}
          </Button>
        )
      }
    >
      <Stack className="books">
        <ErrorNote error={error ?? close.error ?? undefined} />
        {end && (
          <>
            <Facts
              className="books-ends"
              of={[
                fact(t('books.endOurs'), money(end.ours)),
                fact(t('books.endTheirs'), money(end.theirs)),
                fact(t('statements.difference'), money(end.difference)),
                fact(t('books.unexplained'), money(end.unexplained)),
              ]}
            />
            {canFund && !end.closed && Number(end.unexplained.amount) !== 0 && (
              <p>
                <Link to={askPath({ ...account, change: end.unexplained.amountMinor ?? 0 }, { day })}>
                  {t('books.bookRest')}
                </Link>
              </p>
            )}
            {end.open.length > 0 && (
              <>
                <p>
                  {t('books.explainedBy')}{' '}
                  <Link to="/payments?view=statements">{t('payments.incidentLink.statements')}</Link>
                </p>
                <StatementGroups groups={end.open} currency={account.currency} hasTotal={false} />
              </>
            )}
            {end.closed ? (
              <Note tone="success">
                {t('books.closedBy', { name: end.closed.by.name, at: format.dateTime(end.closed.at) })}
              </Note>
            ) : (
              <>
                <FieldBox label={t('books.stated')} help={t('books.statedHelp')}>
                  <AmountInput currency={account.currency} value={theirs} onChange={setTheirs} />
                </FieldBox>
                <Note tone="neutral">{t('books.closeLead')}</Note>
              </>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  )
}
