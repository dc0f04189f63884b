import { FileExcelOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { xlsxMime } from '#contract/response-files.ts'
import { useText } from '../i18n/text.ts'
import type { FileKind } from './workbook-check.ts'
import './upload.css'

/** Takes one file, dropped or chosen: a file field laid over the whole zone, which does both by itself. */
const accepted: Record<FileKind, string> = {
  workbook: `.xlsx,${xlsxMime}`,
  workbookOrCsv: `.xlsx,.csv,${xlsxMime},text/csv`,
}

export function DropZone({ takes, onFile }: { takes: FileKind; onFile: (file: File) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div className="drop-zone" data-over={over}>
      <input
        ref={field}
        type="file"
        aria-label={t('excel.choose')}
        accept={accepted[takes]}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          // The same file, corrected and chosen again, must count as a choice too.
          if (field.current) field.current.value = ''
        }}
      />
      <FileExcelOutlined />
      <span className="button" aria-hidden="true">
        {t('excel.choose')}
      </span>
      <span className="wide-only" aria-hidden="true">
        {t('excel.orDrop')}
      </span>
    </div>
  )
}
