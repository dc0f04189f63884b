import { FileExcelOutlined } from '@ant-design/icons'
import { type DragEvent, useRef, useState } from 'react'
import { xlsxMime } from '#contract/forms.ts'
import { useText } from '../../../i18n/text.ts'

/** Takes one file, dropped or chosen. The file field itself is the control: it needs no script to be reached by keyboard. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  function drag(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  return (
    <label className="drop-zone" data-over={over} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <input
        ref={field}
        type="file"
        className="visually-hidden"
        accept={`.xlsx,${xlsxMime}`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file, corrected and chosen again, must count as a choice too.
          if (field.current) field.current.value = ''
          if (file) onFile(file)
        }}
      />
      <FileExcelOutlined aria-hidden="true" />
      <span className="button">{t('excel.choose')}</span>
      <span className="wide-only">{t('excel.orDrop')}</span>
    </label>
  )
}
