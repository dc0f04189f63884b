import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import { useText } from '../../i18n/text.ts'
import { ImportDialog } from '../../resource/upload/ImportDialog.tsx'

const refreshes = [administrativeUnits.list, unitTree.byParent, unitTree.find]

export function UnitImport({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <ImportDialog
      title={t('administrative-units.importTitle')}
      text={t('administrative-units.importText')}
      importing={unitTree.importUnits}
      template={unitTree.template}
      refreshes={refreshes}
      done={({ data: { created, updated, unchanged } }) =>
        t('administrative-units.imported', { created, updated, unchanged })
      }
      onClose={onClose}
    />
  )
}
