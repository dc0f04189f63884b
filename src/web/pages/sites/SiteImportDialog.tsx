/** Imports sites from a file, and shows its results or its problems by row and column. */
import { type SiteColumn, type SiteImport, sites } from '#contract/sites.ts'
import { phoneCountry } from '../../api/page-settings.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { ImportDialog } from '../../uploads/ImportDialog.tsx'
import { usePhoneWords } from '../../uploads/phone-words.ts'
import { ProblemRows } from '../../uploads/RowErrors.tsx'
import { Note } from '../../ui/Note.tsx'

const refreshes = [sites.list, sites.map]

const columns = {
  code: 'sites.field.code',
  title: 'sites.field.title',
  siteCategory: 'sites.field.siteCategoryTitle',
  company: 'sites.field.companyTitle',
  administrativeUnitCode: 'sites.field.administrativeUnitCode',
  administrativeUnit: 'sites.field.administrativeUnitName',
  address: 'sites.field.address',
  latitude: 'sites.field.latitude',
  longitude: 'sites.field.longitude',
  radiusMeters: 'sites.field.radiusMeters',
  status: 'sites.field.status',
  issueCategory: 'sites.field.issueCategoryTitle',
  contactName: 'sites.field.contactName',
  contactPhone: 'sites.field.contactPhone',
} as const satisfies Record<SiteColumn, MessageId>

export function SiteImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const phoneWords = usePhoneWords(phoneCountry)
  return (
    <ImportDialog
      title={t('sites.importTitle')}
      text={`${t('sites.importText')} ${phoneWords}`}
      importing={sites.import}
      columns={columns}
      takesGoodOnly
      template={sites.template}
      refreshes={refreshes}
      renderDone={(name, result) => <Taken name={name} result={result} />}
      onClose={onClose}
    />
  )
}

function Taken({ name, result }: { name: string; result: SiteImport }) {
  const t = useText()
  const { created, changed, unchanged, skipped, problemCount, problems } = result
  return (
    <>
      <Note said="politely" tone={skipped > 0 ? 'warning' : 'success'} className="excel-outcome">
        <p>{t('excel.stored', { name })}</p>
        <p>{t('sites.importDone', { created, changed, unchanged, skipped })}</p>
        {problemCount > 0 && <p>{t('sites.importSkipped', { count: problemCount })}</p>}
      </Note>
      {problemCount > 0 && (
        <ProblemRows name={name} report={{ rows: skipped, problemCount, problems }} columns={columns} />
      )}
    </>
  )
}
