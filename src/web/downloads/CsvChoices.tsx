import { DownloadOutlined } from '@ant-design/icons'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { besideCsv, type Look, type Wanted } from './look.ts'

interface CsvChoicesProps {
  look: Look
  busy: boolean
  onChange: (look: Look) => void
  onWanted: (wanted: Wanted) => void
}

/** What only a CSV needs: a mark for Excel, and files that tell what its columns mean. */
export function CsvChoices({ look, busy, onChange, onWanted }: CsvChoicesProps) {
  const t = useText()
  return (
    <>
      <label className="download-mark">
        <input
          type="checkbox"
          checked={look.bom === 'true'}
          onChange={(event) => onChange({ ...look, bom: event.target.checked ? 'true' : 'false' })}
        />
        {t('responses.download.bom')}
      </label>
      <fieldset className="download-beside">
        <legend>{t('responses.download.beside')}</legend>
        {besideCsv.map((wanted) => (
          <Button
            key={wanted}
            size="small"
            icon={<DownloadOutlined />}
            disabled={busy}
            onClick={() => onWanted(wanted)}
          >
            {t(`responses.download.beside.${wanted}`)}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
