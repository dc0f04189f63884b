/** The screen of one record and the lists that belong to it, for the pages of a resource; the list does not wait for it. */
import { type ComponentType, Suspense } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import { ScreenSkeleton } from '../ui/ScreenSkeleton.tsx'
import type { RecordScreenProps, TitledRow } from './RecordView.tsx'
import type { RelatedProps } from '../list/RelatedList.tsx'

const RecordView: ComponentType<RecordScreenProps<never>> = lazyComponent(
  async () => (await import('./RecordView.tsx')).RecordView<never>,
)
const RelatedList = lazyComponent(async () => (await import('../list/RelatedList.tsx')).RelatedList)

export function RecordScreen<Row extends TitledRow>(props: RecordScreenProps<Row>) {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <RecordView {...(props as unknown as RecordScreenProps<never>)} />
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
