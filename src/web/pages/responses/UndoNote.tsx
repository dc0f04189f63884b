import { UndoOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { formName } from '#domain/answers/form-name.ts'
import type { Undo } from './use-undo.ts'

/** The last decision, with a button to undo it while that is possible. */
export function UndoNote({ undo, onUndo }: { undo: Undo; onUndo: () => void }) {
  const t = useText()
  const { last, error } = undo
  return (
    <div className="undo-note">
      <output>
        {last && t('responses.undo.done', { form: formName(last.formKey), status: t(`responses.status.${last.to}`) })}
      </output>
      {last && (
        <Button look="text" icon={<UndoOutlined />} aria-keyshortcuts="u" onClick={onUndo}>
          {t('responses.undo')}
        </Button>
      )}
      <ErrorNote error={error} />
    </div>
  )
}
