import type { Endpoint } from '#contract/endpoint.ts'
import { surveys } from '#contract/surveys.ts'
import { DeleteDialog } from '../../../list/LazyDeleteDialog.tsx'

/** What is asked to be deleted, and by which calls. */
export interface Doomed {
  id: number
  label: string
  resource: { remove: Endpoint; removeMany: Endpoint }
}

export function ContentRemoval({ doomed, onClose }: { doomed: Doomed; onClose: () => void }) {
  const { id, label, resource } = doomed
  return (
    <DeleteDialog
      removal={{ ...resource, list: surveys.get, allowed: true }}
      targets={[{ id, label }]}
      onGone={() => undefined}
      onClose={onClose}
    />
  )
}
