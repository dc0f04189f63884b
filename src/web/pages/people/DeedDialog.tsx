/** Asks before something is done to somebody, and stays with the reason when it is refused. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'

interface DeedDialogProps {
  title: string
  text: string
  action: string
  danger: 'danger' | 'plain'
  run: () => Promise<void>
  onClose: () => void
}

export function DeedDialog({ title, text, action, danger, run, onClose }: DeedDialogProps) {
  useReturnFocus()
  const t = useText()
  const basic = useBasicText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function act() {
    setBusy(true)
    setError(undefined)
    try {
      await run()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={title}
      width={460}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" danger={danger === 'danger'} loading={busy} onClick={() => void act()}>
            {action}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <p className="note tone-danger" role="alert">
          {errorText(error, basic)}
        </p>
      )}
      <p>{text}</p>
    </Modal>
  )
}
