import { Suspense } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { surveys } from '#contract/surveys.ts'
import { lazyComponent } from '../../../lazy-component.ts'

const DeleteDialog = lazyComponent(async () => (await import('../../../resource/DeleteDialog.tsx')).DeleteDialog)

/** What is asked to be deleted, and by which calls. */
export interface Doomed {
  id: number
  label: string
  resource: { remove: Endpoint; removeMany: Endpoint }
}

export function ContentRemoval({ doomed, onClose }: { doomed: Doomed; onClose: () => void }) {
  const { id, label, resource } = doomed
  return (
    <Suspense fallback={null}>
      <DeleteDialog
        removal={{ ...resource, list: surveys.get, allowed: true }}
        targets={[{ id, label }]}
        onGone={() => undefined}
        onClose={onClose}
      />
    </Suspense>
  )
}
