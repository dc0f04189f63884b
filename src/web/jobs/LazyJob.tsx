/** A job in a dialog, on demand with its texts: `<Suspense fallback={null}><LazyJob id={jobId} /></Suspense>`. */
import { lazyComponent } from '../lazy-component.ts'

export const LazyJob = lazyComponent(async () => (await import('./JobPanel.tsx')).JobPanel, 'jobs')
