/** Fetches a file; why it did not come is beside the button. */
import { DownloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { useWork } from './use-work.ts'

interface DownloadButtonProps {
  fetch: () => Promise<unknown>
  children: ReactNode
}

export function DownloadButton({ fetch, children }: DownloadButtonProps) {
  const { busy, error, run } = useWork()
  return (
    <>
      <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run(fetch)}>
        {children}
      </Button>
      <ErrorNote error={error} />
    </>
  )
}
