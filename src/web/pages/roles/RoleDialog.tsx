/**
 * The dialog of a role: `create`, `copy:5`, or `update:5` for its words. Closed, it is one that creates again (seed §4):
 * what it is for stands in the URL alone.
 */
import { Modal } from 'antd'
import type { Role } from '#contract/roles.ts'
import { errorText } from '../../api/error-text.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { RoleForm } from './RoleForm.tsx'
import { useAllRoles } from './use-rights.ts'

export type RolePurpose = { type: 'create' } | { type: 'copy' | 'update'; role: Role }

interface RoleDialogProps {
  asked: string
  onClose: () => void
}

export function RoleDialog({ asked, onClose }: RoleDialogProps) {
  const t = useText()
  const basic = useBasicText()
  const { data, error, isPending } = useAllRoles()
  const purpose = data && purposeOf(asked, data)
  if (purpose) return <RoleForm purpose={purpose} onClose={onClose} />
  // Two dialogs in a row would take the focus twice.
  if (isPending) return null
  return (
    <Modal open title={t('roles.title')} footer={null} onCancel={onClose} scrollLock={false}>
      <p className="note tone-danger" role="alert">
        {error ? errorText(error, basic) : basic('errors.NOT_FOUND')}
      </p>
    </Modal>
  )
}

/** Undefined: the role is not there. */
function purposeOf(asked: string, roles: readonly Role[]): RolePurpose | undefined {
  const [type, id] = asked.split(':')
  if (type !== 'copy' && type !== 'update') return { type: 'create' }
  const role = roles.find((candidate) => String(candidate.id) === id)
  return role && { type, role }
}
