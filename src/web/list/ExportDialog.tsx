/** The whole filter as a file: how many rows first, then which columns and which format; a job makes it. */
import { useState } from 'react'
import type { Envelope } from '#contract/endpoint.ts'
import { type ExportFormat, exportFormats } from '#contract/views.ts'
import { exportHeadings } from '#domain/answers/export-headings.ts'
import { useSend } from '../api/query.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Stack } from '../ui/Stack.tsx'
import { LazyJob } from '../jobs/LazyJob.tsx'
import { useNarrowingWords } from './use-filter-words.ts'
import { shownColumns } from '../views/look.ts'
import type { Exporting, ListView } from './list-view.ts'
import './export-dialog.css'

interface ExportDialogProps {
  view: ListView
  total: number
  title: string
  exporting: Exporting
  onClose: () => void
}

const scopes = ['shown', 'all'] as const

export function ExportDialog({ view, total, title, exporting, onClose }: ExportDialogProps) {
  const t = useText()
  const textOr = useTextOr()
  const { name, kinds, state } = view
  const words = useNarrowingWords(name, kinds, { ...state.filters, q: state.q })
  const [format, setFormat] = useState<ExportFormat>('XLSX')
  const [scope, setScope] = useState<(typeof scopes)[number]>('shown')
  const start = useSend(exporting.start)
  const [jobId, setJobId] = useState<number>()

  async function run() {
    const shown = shownColumns(view.columns, view.look)
      .map(({ key }) => key)
      .filter((key) => exporting.keys.includes(key))
    const keys = scope === 'shown' ? shown : exporting.keys
    const body = {
      filter: { ...view.callWords, ...exporting.fixed, ...(state.q ? { q: state.q } : {}) },
      sort: state.sort,
      format,
      locale: currentLocale(),
      columns: exportHeadings(keys, (key) => textOr(`${name}.field.${key}`, key)),
    }
    const answer = await start.mutateAsync({ body }).catch(() => undefined)
    if (answer) setJobId((answer as Envelope<{ jobId: number }>).data.jobId)
  }

  const isAsking = jobId === undefined
  const footer = isAsking && (
    <Button look="primary" loading={start.isPending} disabled={total === 0} onClick={() => void run()}>
      {t('listTools.exportCount', { count: total })}
    </Button>
  )
  return (
    <Dialog
      title={t('listTools.exportOf', { title })}
      dismissal={t(isAsking ? 'action.cancel' : 'action.close')}
      onClose={onClose}
      footer={footer}
    >
      <ErrorNote error={start.error} />
      {isAsking ? (
        <Stack className="export-choices">
          <p>
            <strong>{t('listTools.exportRows', { count: total })}</strong>
            {words.length > 0 && <span>{words.join(', ')}</span>}
          </p>
          <RadioGroup
            label={t('listTools.format')}
            value={format}
            options={exportFormats.map((value) => ({ value, label: t(`listTools.format.${value}`) }))}
            onChange={setFormat}
          />
          <RadioGroup
            label={t('list.tool.columns')}
            value={scope}
            options={scopes.map((value) => ({ value, label: t(`listTools.columns.${value}`) }))}
            onChange={setScope}
          />
        </Stack>
      ) : (
        <LazyJob id={jobId} />
      )}
    </Dialog>
  )
}
