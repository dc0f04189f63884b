/** The participants that the list shows, all pages of them, as a file: how many is said before. */
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { download } from '../../../api/download.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Stack } from '../../../ui/Stack.tsx'

interface ExportDialogProps {
  count: number
  /** The filter of the list. */
  filter: { q?: string | undefined; status?: string | undefined }
  seesPhones: boolean
  onClose: () => void
}

type Format = 'xlsx' | 'csv'

export function ExportDialog({ count, filter, seesPhones, onClose }: ExportDialogProps) {
  const t = useText()
  const [format, setFormat] = useState<Format>('xlsx')
  const isNarrowed = Boolean(filter.q) || Boolean(filter.status)

  async function run() {
    if (await download(people.exportParticipants, { query: { ...filter, format } })) onClose()
  }

  return (
    <ConfirmDialog
      title={t('participants.export.title')}
      action={t('participants.export.action', { count })}
      danger="plain"
      run={run}
      onClose={onClose}
    >
      <Stack>
        <p>{t(isNarrowed ? 'participants.export.matching' : 'participants.export.all', { count })}</p>
        <RadioGroup
          label={t('participants.export.format')}
          value={format}
          options={[
            { value: 'xlsx', label: 'Excel (.xlsx)' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={setFormat}
        />
        {!seesPhones && <Note tone="neutral">{t('participants.export.masked')}</Note>}
      </Stack>
    </ConfirmDialog>
  )
}
