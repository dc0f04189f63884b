/** When the user hears by mail what the bell tells them. */
import { mail } from '#contract/mail.ts'
import { type MailChoice, mailChoices } from '#domain/people/mail.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export function MailWish() {
  const t = useText()
  const { data, error, refetch } = useCall(mail.get, {})
  const choose = useSend(mail.choose, { refreshes: [mail.get] })
  const wish = data?.data
  return (
    <Panel heading={t('account.mail')}>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {choose.error && <ErrorNote error={choose.error} />}
      {wish && !wish.isOn && <p className="blank">{t('account.mailOff')}</p>}
      {wish?.isOn && !wish.email && <p className="blank">{t('account.mailNone')}</p>}
      {wish?.isOn && wish.email && (
        <>
          <p className="blank">{t('account.mailTo', { address: wish.email })}</p>
          <FieldBox label={t('account.mailWhen')}>
            <NativeSelect
              value={wish.choice}
              disabled={choose.isPending}
              onChange={(choice) => choose.mutate({ body: { choice: choice as MailChoice } })}
              options={mailChoices.map((value) => ({ value, label: t(`account.mailWhen.${value}`) }))}
            />
          </FieldBox>
        </>
      )}
    </Panel>
  )
}
