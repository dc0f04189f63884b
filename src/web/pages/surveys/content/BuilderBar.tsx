import { SnippetsOutlined, UndoOutlined } from '@ant-design/icons'
import { useLayoutEffect } from 'react'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useContent } from './content-context.ts'
import { useReason } from './use-reason.ts'

const FromTextDialog = lazyDialog(async () => (await import('./FromTextDialog.tsx')).FromTextDialog)

/** Whether all is saved, and the way back. */
export function BuilderBar() {
  const t = useText()
  const reasonOf = useReason()
  const { builder, attempt } = useContent()
  const pasted = builder.pasted.use()
  const { saving, failed, hasSaved, undoes } = builder.state.use()

  function undo() {
    attempt(async () => {
      const undone = await builder.undo()
      if (undone !== undefined) toast(t('surveys.undone', { what: undone }))
      return undefined
    })
  }

  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      // A field takes back its own letters, a dialog has work of its own. An empty line takes back the line before it.
      const field = (event.target as Element).closest<HTMLTextAreaElement>('input, textarea, dialog')
      if (field && (field.value !== '' || !field.closest('.writing-line'))) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  return (
    <span className="content-state">
      <output className="content-saving" data-step={failed ? 'failed' : 'saved'}>
        {saving && t('surveys.saving')}
        {!saving && failed !== undefined && t('surveys.notSaved', { reason: reasonOf(failed) })}
        {!saving && failed === undefined && hasSaved && t('surveys.saved')}
      </output>
      <IconButton
        icon={<UndoOutlined />}
        label={undoes === undefined ? t('surveys.undo') : t('surveys.undoWhat', { what: undoes })}
        refusal={undoes === undefined ? t('surveys.nothingToUndo') : undefined}
        onClick={undo}
      />
      <Button icon={<SnippetsOutlined />} onClick={() => builder.pasted.set('')}>
        {t('surveys.fromText')}
      </Button>
      {pasted !== undefined && <FromTextDialog pasted={pasted} onClose={() => builder.pasted.set(undefined)} />}
    </span>
  )
}
