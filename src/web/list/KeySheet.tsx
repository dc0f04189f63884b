/** What the keys of a list do, and the switch that turns the single ones off (WCAG 2.1.4). */
import { Modal, Switch } from 'antd'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { setSingleKeys, useSingleKeys } from '../views/look-store.ts'
import './key-sheet.css'

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'choose'],
  ['Enter', 'open'],
  ['/', 'search'],
  ['?', 'help'],
] as const

export function KeySheet({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const t = useText()
  const singleKeys = useSingleKeys()
  const [failure, setFailure] = useState<unknown>()

  async function turn(on: boolean) {
    setFailure(undefined)
    await setSingleKeys(on).catch(setFailure)
  }

  return (
    <Modal open title={t('list.tool.keys')} width={420} footer={null} scrollLock={false} onCancel={onClose}>
      <dl className="key-sheet">
        {keys.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`listTools.key.${act}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="key-switch">
        <Switch checked={singleKeys} onChange={(on) => void turn(on)} />
        {t('listTools.singleKeys')}
      </label>
      <ErrorNote error={failure} />
    </Modal>
  )
}
