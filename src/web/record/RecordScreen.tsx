/** The screen of one record and what hangs on it, for the pages of a resource; the list does not wait for it. */
import { type ReactNode, Suspense } from 'react'
import type { Resource } from '#contract/resource.ts'
import { lazyComponent } from '../lazy-component.ts'
import { ScreenSkeleton } from '../ui/ScreenSkeleton.tsx'
import type { RecordScreenProps } from './RecordView.tsx'
import type { RelatedProps } from '../list/RelatedList.tsx'

const RecordView = lazyComponent(
  async () => (await import('./RecordView.tsx')).RecordView as (props: RecordScreenProps<Resource>) => ReactNode,
)
const RelatedList = lazyComponent(async () => (await import('../list/RelatedList.tsx')).RelatedList)

export function RecordScreen<R extends Resource>(props: RecordScreenProps<R>) {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <RecordView {...(props as unknown as RecordScreenProps<Resource>)} />
    </Suspense>
  )
}

/** `<Related title="sites.title" list={sites.list} query={{ companyId: 5 }} path="/site" />` */
export function Related(props: RelatedProps) {
  return (
    <Suspense fallback={<span className="skeleton" />}>
      <RelatedList {...props} />
    </Suspense>
  )
}
