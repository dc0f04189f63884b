import { Suspense } from 'react'
import { lazyComponent } from '../lazy-component.ts'

const JobPanel = lazyComponent(async () => (await import('./JobPanel.tsx')).JobPanel, 'jobs')

/** A job in a dialog, on demand with its texts. */
export function LazyJob({ id }: { id: number }) {
  return (
    <Suspense fallback={null}>
      <JobPanel id={id} />
    </Suspense>
  )
}
