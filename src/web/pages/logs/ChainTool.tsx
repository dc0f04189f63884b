/** Proves the chain of the trail. */
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'

const ChainDialog = lazyDialog(async () => (await import('./ChainDialog.tsx')).ChainDialog)

export function ChainTool() {
  const t = useText()
  const [isChecking, setChecking] = useState(false)
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setChecking(true)}>
        {t('logs.chain.open')}
      </Button>
      {isChecking && <ChainDialog onClose={() => setChecking(false)} />}
    </>
  )
}
