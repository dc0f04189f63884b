/** What the keys of a list do, and the switch that turns the single ones off (WCAG 2.1.4). */
import { useState } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Switch } from '../ui/Switch.tsx'
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

interface KeySheetProps {
  /** Further keys of the screen. */
  keys?: readonly (readonly [key: string, text: MessageId])[]
  onClose: () => void
}

export function KeySheet({ keys: more = [], onClose }: KeySheetProps) {
  const t = useText()
  const singleKeys = useSingleKeys()
  const [failure, setFailure] = useState<unknown>()

  async function turn(on: boolean) {
    setFailure(undefined)
    await setSingleKeys(on).catch(setFailure)
  }

  return (
    <Dialog title={t('list.tool.keys')} onClose={onClose} beside="closes">
      <dl className="key-sheet">
        {keys.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`listTools.key.${act}`)}</dd>
          </div>
        ))}
        {more.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <label className="key-switch">
        <Switch checked={singleKeys} onChange={(on) => void turn(on)} />
        {t('listTools.singleKeys')}
      </label>
      <ErrorNote error={failure} />
    </Dialog>
  )
}
