/** What was made of a file as a whole: said once, by columns. */
import type { UploadRemark } from '#contract/response-files.ts'
import { useText } from '../i18n/text.ts'
import { Note } from '../ui/Note.tsx'

export function FileRemarks({ remarks }: { remarks: readonly UploadRemark[] | undefined }) {
  const t = useText()
  if (!remarks || remarks.length === 0) return null
  return (
    <Note tone="neutral">
      <p>
        <strong>{t('excel.remarks')}</strong>
      </p>
      <ul className="excel-remarks">
        {remarks.map(({ code, names = '', value = '' }) => (
          <li key={code}>{t(`excel.remark.${code}`, { names, value })}</li>
        ))}
      </ul>
    </Note>
  )
}
