import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { useText } from '../../i18n/text.ts'
import { ImportDialog } from '../../resource/upload/ImportDialog.tsx'

const refreshes = [administrativeUnits.list, unitTree.byParent, unitTree.find]

export function UnitImport({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <ImportDialog
      title={t('administrative-units.importTitle')}
      text={t('administrative-units.importText', {
        code: t('administrative-units.field.code'),
        name: t('administrative-units.field.name'),
        parent: t('administrative-units.field.ancestors'),
        level: t('administrative-units.field.level'),
      })}
      importing={unitTree.importUnits}
      template={unitTree.template}
      refreshes={refreshes}
      renderDone={(name, { created, updated, unchanged }) => (
        <output className="note tone-success excel-outcome">
          <p>{t('excel.stored', { name })}</p>
          <p>{t('administrative-units.imported', { created, updated, unchanged })}</p>
        </output>
      )}
      onClose={onClose}
    />
  )
}
