import { Button, Modal } from 'antd'
import { useText } from '../../i18n/text.ts'

interface LeavingDialogProps {
  onStay: () => void
  onLeave: () => void
}

export function LeavingDialog({ onStay, onLeave }: LeavingDialogProps) {
  const t = useText()
  return (
    <Modal
      open
      title={t('form.unsaved')}
      width={420}
      scrollLock={false}
      onCancel={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t('form.keepEditing')}</Button>
          <Button danger onClick={onLeave}>
            {t('form.discard')}
          </Button>
        </>
      }
    >
      {t('roles.unsavedText')}
    </Modal>
  )
}
