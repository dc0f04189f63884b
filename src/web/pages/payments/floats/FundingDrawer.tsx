/** One request beside the list: what it moves, what shows it, and the decision of another person. */
import { useState } from 'react'
import { floats, type FundingRow } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SideDrawer } from '../../../ui/SideDrawer.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { DocumentLink } from '../DocumentLink.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { useRefusalText } from '../words.ts'
import './floats.css'

export function FundingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useCall(floats.get, { params: { id } })
  return (
    <SideDrawer title={data ? t(`floats.kind.${data.data.kind}`) : t('payments.tab.floats')} onClose={onClose}>
      {error && <LoadProblem title="floats.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PaymentsSkeleton />}
      {data && !error && <Request key={data.data.status} request={data.data} />}
    </SideDrawer>
  )
}

function Request({ request }: { request: FundingRow }) {
  const t = useText()
  const format = useFormat()
  const { from, into, status, decidedBy, decidedAt, decisionText } = request
  return (
    <div className="float-body">
      <div className="float-sum">
        {from && <Moved words={t('floats.leaves', { provider: from.provider.toUpperCase() })} side={from} />}
        {into && <Moved words={t('floats.comes', { provider: into.provider.toUpperCase() })} side={into} />}
        <RecordStatus of="floats" status={status} />
        {decisionText !== null && <blockquote>{decisionText}</blockquote>}
      </div>
      {status === 'ASKED' && <Decision request={request} />}
      <Facts
        of={[
          fact(t('floats.field.reference'), request.reference),
          fact(t('floats.field.day'), format.date(request.day)),
          fact(t('floats.field.document'), request.document ? <DocumentLink document={request.document} /> : '–'),
          fact(t('floats.field.askedBy'), request.askedBy.name),
          fact(t('floats.field.askedAt'), format.dateTime(request.askedAt)),
          fact(t('floats.field.decidedBy'), decidedBy?.name),
          fact(t('floats.field.decidedAt'), decidedAt !== null && format.dateTime(decidedAt)),
          fact(t('floats.field.note'), request.note, 'long'),
        ]}
      />
    </div>
  )
}

function Moved({ words, side: { amount, currency } }: { words: string; side: NonNullable<FundingRow['into']> }) {
  const format = useFormat()
  return (
    <>
      <p>{words}</p>
      <strong>{format.money(amount, currency)}</strong>
    </>
  )
}

function Decision({ request: { id, refusals, confirmers, askedBy } }: { request: FundingRow }) {
  const t = useText()
  const refusalText = useRefusalText()
  const { user } = useSession()
  const [reason, setReason] = useState<string>()
  const refreshes = [floats.list, floats.get, payments.balance]
  const confirm = useSend(floats.confirm, { refreshes, once: true })
  const refuse = useSend(floats.refuse, { refreshes })
  const params = { id }
  const isOwn = askedBy.id === user?.id
  const isBusy = confirm.isPending || refuse.isPending
  const said = t(isOwn ? 'floats.takeBack' : 'floats.refuse')

  return (
    <Panel className="float-decision" aria-label={t('floats.decision')}>
      <p>{t(isOwn ? 'floats.waitsForOther' : 'floats.checkDocument')}</p>
      {confirmers === 0 && <Note tone="warning">{t('floats.noConfirmer')}</Note>}
      <ErrorNote error={confirm.error ?? refuse.error ?? undefined} />
      {reason !== undefined && (
        <FieldBox label={t('floats.reason')}>
          <TextArea
            ref={takeFocus}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </FieldBox>
      )}
      <div className="form-choices">
        {reason === undefined ? (
          <>
            <Button refusal={refusalText(refusals.refuse ?? undefined)} onClick={() => setReason('')}>
              {said}
            </Button>
            <Button
              look="primary"
              loading={confirm.isPending}
              refusal={refusalText(refusals.confirm ?? undefined)}
              onClick={() => void run(() => confirm.mutateAsync({ params }), t('floats.confirmed'))}
            >
              {t('floats.confirm')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isBusy} onClick={() => setReason(undefined)}>
              {t('action.cancel')}
            </Button>
            <Button
              look="primary"
              tone="danger"
              loading={refuse.isPending}
              refusal={reason.trim() === '' ? t('floats.reasonNeeded') : undefined}
              onClick={() =>
                void run(() => refuse.mutateAsync({ params, body: { reason: reason.trim() } }), t('floats.refused'))
              }
            >
              {said}
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

async function run(work: () => Promise<unknown>, words: string): Promise<void> {
  try {
    await work()
    toast(words)
  } catch {
    // The note says why.
  }
}
