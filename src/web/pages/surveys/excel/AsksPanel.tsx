/** Asks how a file writes what can be read in two ways: once for the file. */
import { useState } from 'react'
import { WorkbookAsks } from '#contract/response-files.ts'
import { type Conventions, dateOrders, decimalSigns, type GivenConventions } from '#domain/text/written-values.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import '../../../uploads/upload.css'

/** Undefined when the call was refused for another reason. */
export function asksOf(error: unknown): WorkbookAsks | undefined {
  if (!(error instanceof ApiError) || error.code !== 'WORKBOOK_ASKS') return undefined
  const parsed = WorkbookAsks.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}

interface AsksPanelProps {
  name: string
  asks: WorkbookAsks
  onAnswer: (said: GivenConventions) => void
}

export function AsksPanel({ name, asks, onAnswer }: AsksPanelProps) {
  const t = useText()
  const [said, setSaid] = useState<GivenConventions>({})
  const isSaid = (Object.keys(asks) as (keyof Conventions)[]).every((of) => said[of] !== undefined)
  return (
    <Note tone="warning" className="excel-outcome" role="alert">
      <p>
        <strong>{name}</strong>: {t('excel.asks.title')}
      </p>
      {asks.dates && (
        <RadioGroup
          label={t('excel.asks.dates', { examples: asks.dates.join(', ') })}
          options={dateOrders.map((value) => ({ value, label: t(`excel.asks.${value}`) }))}
          value={said.dates}
          onChange={(dates) => setSaid({ ...said, dates })}
        />
      )}
      {asks.decimals && (
        <RadioGroup
          label={t('excel.asks.decimals', { examples: asks.decimals.join(', ') })}
          options={decimalSigns.map((value) => ({ value, label: t(`excel.asks.${value}`) }))}
          value={said.decimals}
          onChange={(decimals) => setSaid({ ...said, decimals })}
        />
      )}
      <Button look="primary" disabled={!isSaid} onClick={() => onAnswer(said)}>
        {t('excel.asks.confirm')}
      </Button>
    </Note>
  )
}
