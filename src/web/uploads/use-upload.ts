/** One upload after the other: what was chosen, whether it is on its way, and what became of it. */
import { useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxWorkbookBytes, WorkbookReport } from '#contract/response-files.ts'
import { ApiError, networkStatus } from '../api/api-error.ts'
import { type Cancelled, isCancelled } from '../api/client.ts'
import { refresh } from '../api/query.ts'
import { fileRefusal, type FileRefusal } from './workbook-check.ts'

export type UploadState<Result> =
  | { step: 'idle' }
  /** Not sent: the page itself saw what is wrong. */
  | { step: 'unfit'; name: string; refusal: FileRefusal }
  /** `part`: how much of the file has gone out, from 0 to 1. */
  | { step: 'sending'; name: string; part: number }
  | { step: 'done'; name: string; result: Result }
  | { step: 'rows'; name: string; report: WorkbookReport }
  | { step: 'refused'; name: string; file: File; error: unknown }
  /** The answer did not come: it may be stored or not. Sending the same file again is safe. */
  | { step: 'unknown'; name: string; file: File }

/** What each sending call takes along. */
export interface Sending {
  signal: AbortSignal
  onSent: (part: number) => void
}

interface UploadOptions<Result extends object> {
  /** `confirm`: what an earlier refusal of the file asked for. */
  send: (file: File, sending: Sending, confirm?: string) => Promise<{ data: Result } | Cancelled>
  /** What shows other things afterwards. */
  refreshes: readonly Endpoint[]
  /** In bytes, where it is not that of a workbook. */
  most?: number
}

export function useUpload<Result extends object>({ send, refreshes, most = maxWorkbookBytes }: UploadOptions<Result>) {
  const [state, setState] = useState<UploadState<Result>>({ step: 'idle' })
  const sending = useRef<AbortController>(undefined)

  async function upload(file: File, confirm?: string) {
    if (sending.current) return
    const { name } = file
    const controller = new AbortController()
    sending.current = controller
    const onSent = (part: number) => setState({ step: 'sending', name, part })
    onSent(0)
    setState((await attempt(file, { signal: controller.signal, onSent }, confirm)) ?? { step: 'unknown', name, file })
    sending.current = undefined
    await refresh(...refreshes)
  }

  async function attempt(
    file: File,
    sending: Sending,
    confirm: string | undefined,
  ): Promise<UploadState<Result> | undefined> {
    const { name } = file
    try {
      const refusal = await fileRefusal(file, most)
      if (refusal) return { step: 'unfit', name, refusal }
      const answer = await send(file, sending, confirm)
      return isCancelled(answer) ? undefined : { step: 'done', name, result: answer.data }
    } catch (error) {
      if (error instanceof ApiError && error.status === networkStatus) return undefined
      const report = reportOf(error)
      return report ? { step: 'rows', name, report } : { step: 'refused', name, file, error }
    }
  }

  return {
    state,
    most,
    upload: (file: File, confirm?: string) => void upload(file, confirm),
    cancel: () => sending.current?.abort(),
  }
}

function reportOf(error: unknown): WorkbookReport | undefined {
  if (!(error instanceof ApiError) || error.code !== 'WORKBOOK_ROWS_INVALID') return undefined
  const parsed = WorkbookReport.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}
