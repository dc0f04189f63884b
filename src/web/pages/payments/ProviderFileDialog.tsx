/** Takes in a file of a provider: its columns are named, each line is looked at, then all of it is taken. */
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { WorkbookReport } from '#contract/response-files.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Cancelled } from '../../api/client.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { RowErrors } from '../../uploads/RowErrors.tsx'
import { Upload } from '../../uploads/Upload.tsx'
import { type Sending, useUpload } from '../../uploads/use-upload.ts'
import { FileColumns, type FileMapping } from './FileColumns.tsx'

/** Looking changes nothing. */
const nothing: [] = []

interface FileSample<Name extends string> {
  rows: string[][]
  mapping: FileMapping<Name>
}

interface ProviderFileProps<Name extends string, Sample extends FileSample<Name>, Report, Input> {
  title: string
  lead: string
  /** The area of the words of its report. */
  words: 'statements' | 'payFiles'
  /** The words of the button that takes its lines. */
  takes: string
  names: readonly Name[]
  missingIn: (mapping: Sample['mapping']) => readonly Name[]
  labelOf: (name: Name) => string
  /** Reads its first rows. */
  read: (file: File, sending: Sending) => Promise<{ data: Sample } | Cancelled>
  taking: UseMutationResult<{ data: Report }, unknown, Input>
  inputOf: (file: File, mapping: Sample['mapping'], dryRun: boolean) => Input
  /** What is chosen before the file, and is fixed with it. */
  renderChoice?: (isFixed: boolean) => ReactNode
  /** Something can be chosen. */
  isReady?: boolean
  noteOf?: (name: string, sample: Sample) => string
  renderFields: (mapping: Sample['mapping'], change: (changes: Partial<Sample['mapping']>) => void) => ReactNode
  renderNote: (report: Report) => ReactNode
  renderReport: (report: Report) => ReactNode
  onClose: () => void
}

export function ProviderFileDialog<
  Name extends string,
  Sample extends FileSample<Name>,
  Report extends { id: number | null; repeated: boolean },
  Input,
>(props: ProviderFileProps<Name, Sample, Report, Input>) {
  const { words, labelOf, taking, noteOf, isReady = true, onClose } = props
  const t = useText()
  const [chosen, setChosen] = useState<{ file: File; mapping?: Sample['mapping'] }>()
  const { file, mapping } = chosen ?? {}
  const upload = useUpload<Sample>({
    send: async (given, sending) => {
      setChosen({ file: given })
      taking.reset()
      const answer = await props.read(given, sending)
      if ('data' in answer) setChosen({ file: given, mapping: answer.data.mapping })
      return answer
    },
    refreshes: nothing,
  })
  const report = taking.data?.data
  const refused = taking.error instanceof ApiError ? WorkbookReport.safeParse(taking.error.data) : undefined
  const missing = mapping ? props.missingIn(mapping) : []
  const isBusy = upload.state.step === 'sending' || taking.isPending
  const isRead = upload.state.step === 'done'
  const isKept = report !== undefined && report.id !== null

  function change(changes: Partial<Sample['mapping']>) {
    if (file && mapping) setChosen({ file, mapping: { ...mapping, ...changes } })
    taking.reset()
  }

  return (
    <Dialog
      size="wide"
      title={props.title}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        isRead &&
        !isKept && (
          <>
            {report && (
              <Button disabled={isBusy} onClick={taking.reset}>
                {t('statements.back')}
              </Button>
            )}
            <Button
              look="primary"
              loading={taking.isPending}
              refusal={missing[0] && t('statements.columnNeeded', { name: labelOf(missing[0]) })}
              onClick={() => file && mapping && taking.mutate(props.inputOf(file, mapping, !report))}
            >
              {report ? props.takes : t('statements.check')}
            </Button>
          </>
        )
      }
    >
      <Stack className="excel books" gap="large" aria-busy={isBusy}>
        <p>{props.lead}</p>
        {props.renderChoice?.(isBusy || isRead)}
        {isReady && !report && (
          <Upload
            upload={upload}
            renderDone={(name, sample) =>
              mapping && (
                <>
                  {noteOf && (
                    <Note tone="neutral" said="politely">
                      {noteOf(name, sample)}
                    </Note>
                  )}
                  <FileColumns
                    {...{ rows: sample.rows, mapping, names: props.names, missing, labelOf }}
                    change={change}
                  >
                    {props.renderFields(mapping, change)}
                  </FileColumns>
                </>
              )
            }
          />
        )}
        {refused?.success ? (
          <RowErrors name={file?.name ?? ''} report={refused.data} />
        ) : (
          <ErrorNote error={taking.error ?? undefined} />
        )}
        {report && (
          <>
            <Note tone={isKept && !report.repeated ? 'success' : 'info'} said="politely">
              {t(report.repeated ? 'statements.repeated' : isKept ? `${words}.done` : `${words}.dry`)}{' '}
              {props.renderNote(report)}
            </Note>
            {props.renderReport(report)}
          </>
        )}
      </Stack>
    </Dialog>
  )
}
