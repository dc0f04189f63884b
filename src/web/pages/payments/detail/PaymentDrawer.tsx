/** One payment beside the list: a native dialog, which keeps the focus, closes on Escape and gives the focus back. */
import { CloseOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { type PaymentDetail, payments } from '#contract/payments.ts'
import { useCall } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { ListProblem } from '../../../resource/ListProblem.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import './drawer.css'

/** While the provider has it, look again. */
const movingMs = 3000

interface PaymentDrawerProps {
  id: string
  onClose: () => void
}

export function PaymentDrawer({ id, onClose }: PaymentDrawerProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  // A step on its way must not be lost sight of by a slip of the mouse.
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useCall(payments.get, { params: { id } }, { everyMs: whileProcessing })
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing, not vanishing, is what gives the focus back.
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="payment-drawer"
      aria-label={t('payments.number', { id })}
      closedby={isBusy ? 'none' : 'any'}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onClose()
      }}
    >
      {/* What antd lets float would lie under a modal dialog, unless it lies inside. */}
      <ConfigProvider getPopupContainer={() => dialog.current ?? document.body}>
        <header className="drawer-head">
          <h2>{t('payments.number', { id })}</h2>
          <IconButton
            label={t('action.close')}
            icon={<CloseOutlined />}
            refusal={isBusy ? t('payments.sending.title') : undefined}
            onClick={onClose}
          />
        </header>
        {error && <ListProblem title="payments.detailFailed" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <DrawerBones />}
        {data && !error && <PaymentFacts payment={data.data} onBusy={setBusy} />}
      </ConfigProvider>
    </dialog>
  )
}

function whileProcessing(answer: { data: PaymentDetail } | undefined): number | undefined {
  return answer?.data.status === 'PROCESSING' ? movingMs : undefined
}

function DrawerBones() {
  const t = useText()
  return (
    <div className="review-bones">
      <output className="visually-hidden">{t('form.loading')}</output>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
