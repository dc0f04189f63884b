/** One upload after the other: what was chosen, whether it is on its way, and what became of it. */
import { useRef, useState } from 'react'
import { forms, type UploadResult, WorkbookReport } from '#contract/forms.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { ApiError, networkStatus } from '../../../api/api-error.ts'
import { call, isCancelled } from '../../../api/client.ts'
import { refresh } from '../../../api/query.ts'
import { type WorkbookFault, workbookFault } from './workbook-check.ts'

export type UploadState =
  | { step: 'idle' }
  /** Not sent: the page itself saw what is wrong. */
  | { step: 'unfit'; name: string; fault: WorkbookFault }
  | { step: 'sending'; name: string }
  | { step: 'done'; name: string; result: UploadResult }
  | { step: 'rows'; name: string; report: WorkbookReport }
  | { step: 'refused'; name: string; error: unknown }
  /** The answer did not come: it may be stored or not. Sending the same file again is safe. */
  | { step: 'unknown'; name: string; file: File }

export function useUpload(surveyId: number) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const sending = useRef<AbortController>(undefined)

  async function upload(file: File) {
    if (sending.current) return
    const { name } = file
    const controller = new AbortController()
    sending.current = controller
    setState({ step: 'sending', name })
    setState((await attempt(file, controller.signal)) ?? { step: 'unknown', name, file })
    sending.current = undefined
    await refresh(surveys.get, surveys.list, responses.list)
  }

  async function attempt(file: File, signal: AbortSignal): Promise<UploadState | undefined> {
    const { name } = file
    try {
      const fault = await workbookFault(file)
      if (fault) return { step: 'unfit', name, fault }
      const answer = await call(forms.upload, { params: { surveyId }, file, signal })
      return isCancelled(answer) ? undefined : { step: 'done', name, result: answer.data }
    } catch (error) {
      if (error instanceof ApiError && error.status === networkStatus) return undefined
      const report = reportOf(error)
      return report ? { step: 'rows', name, report } : { step: 'refused', name, error }
    }
  }

  return {
    state,
    upload: (file: File) => void upload(file),
    cancel: () => sending.current?.abort(),
    reset: () => setState({ step: 'idle' }),
  }
}

function reportOf(error: unknown): WorkbookReport | undefined {
  if (!(error instanceof ApiError) || error.code !== 'WORKBOOK_ROWS_INVALID') return undefined
  const parsed = WorkbookReport.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}
