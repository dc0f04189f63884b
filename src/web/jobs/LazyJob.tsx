/** A job in a dialog, on demand with its texts: `<Suspense fallback={null}><LazyJob id={jobId} /></Suspense>`. */
import { loadArea } from '../i18n/messages.ts'
import { lazyComponent } from '../lazy-component.ts'

export const LazyJob = lazyComponent(async () => {
  const [{ JobPanel }] = await Promise.all([import('./JobPanel.tsx'), loadArea('jobs')])
  return JobPanel
})
