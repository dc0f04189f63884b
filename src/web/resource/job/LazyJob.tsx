/** A job in a dialog, on demand with its texts: `<Suspense fallback={null}><LazyJob id={jobId} /></Suspense>`. */
import { lazyComponent } from '../../lazy-component.ts'

export const LazyJob = lazyComponent(async () => {
  const texts = import('../../i18n/messages.ts').then(({ loadArea }) => loadArea('jobs'))
  const [{ JobPanel }] = await Promise.all([import('./JobPanel.tsx'), texts])
  return JobPanel
})
