/** Asks before a participant is anonymised: which data is erased, and which the books keep. */
import { useState } from 'react'
import { history } from '#contract/history.ts'
import { people, type PersonRow } from '#contract/people.ts'
import { responses } from '#contract/responses.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'

const goes = ['identity', 'answers', 'account'] as const
const stays = ['responses', 'payments', 'trail'] as const

export function AnonymiseDialog({ person: { id, name }, onClose }: { person: PersonRow; onClose: () => void }) {
  const t = useText()
  const anonymise = useSend(people.anonymise, {
    refreshes: [people.get, people.participants, responses.list, responses.get, history.list],
  })

  /** How many signed payments the call asked about; undefined before it did. */
  const [signed, setSigned] = useState<number>()

  async function run() {
    try {
      await anonymise.mutateAsync({ params: { id }, body: { cancelPayments: signed !== undefined } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PAYMENTS_SIGNED') throw error
      setSigned((error.data as { payments: number }).payments)
      return false
    }
    return t('participants.anonymise.done')
  }

  return (
    <ConfirmDialog
      title={t('participants.anonymise.question', { name })}
      action={t(signed === undefined ? 'participants.anonymise.action' : 'participants.anonymise.anyway')}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('participants.anonymise.goes')}</p>
      <ul>
        {goes.map((what) => (
          <li key={what}>{t(`participants.anonymise.goes.${what}`)}</li>
        ))}
      </ul>
      <p>{t('participants.anonymise.stays')}</p>
      <ul>
        {stays.map((what) => (
          <li key={what}>{t(`participants.anonymise.stays.${what}`)}</li>
        ))}
      </ul>
      {signed !== undefined && (
        <Note tone="warning" role="alert">
          {t('participants.anonymise.signed', { count: signed })}
        </Note>
      )}
      <Note tone="warning">{t('list.deleteForGood')}</Note>
    </ConfirmDialog>
  )
}
