import { administrativeUnits, type UnitColumn, unitTree } from '#contract/administrative-units.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { ImportDialog } from '../../uploads/ImportDialog.tsx'
import { Note } from '../../ui/Note.tsx'

const refreshes = [administrativeUnits.list, unitTree.byParent, unitTree.find]

const columns = {
  code: 'administrative-units.field.code',
  name: 'administrative-units.field.name',
  parentCode: 'administrative-units.field.ancestors',
  level: 'administrative-units.field.level',
} as const satisfies Record<UnitColumn, MessageId>

export function UnitImport({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <ImportDialog
      title={t('administrative-units.importTitle')}
      text={t('administrative-units.importText', {
        code: t(columns.code),
        name: t(columns.name),
        parent: t(columns.parentCode),
        level: t(columns.level),
      })}
      importing={unitTree.importUnits}
      columns={columns}
      template={unitTree.template}
      refreshes={refreshes}
      renderDone={(name, { created, updated, unchanged }) => (
        <Note said="politely" tone="success" className="excel-outcome">
          <p>{t('excel.stored', { name })}</p>
          <p>{t('administrative-units.imported', { created, updated, unchanged })}</p>
        </Note>
      )}
      onClose={onClose}
    />
  )
}
