/** One box: light, native, and when refused still focusable, saying why. */
import { ClockCircleOutlined } from '@ant-design/icons'
import type { Role } from '#contract/roles.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { toast } from '../../ui/toasts.ts'
import type { Box } from './use-permission-boxes.ts'

interface PermissionBoxProps {
  box: Box
  role: Role
  label: string
  onToggle: () => void
  /** -1: reached by the arrow keys, not by Tab. */
  tabIndex?: number
}

export function PermissionBox({ box, role, label, onToggle, tabIndex = 0 }: PermissionBoxProps) {
  const t = useText()
  const roleName = useRoleName()
  const { checked, changed, waiting, refusal } = box
  const notes = [waiting && t('roles.waits'), changed && t('roles.changed'), refusal].filter(Boolean).join(' ')
  return (
    <label className="roles-box" data-changed={changed} title={notes || undefined}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={t('roles.boxLabel', { role: roleName(role), permission: label })}
        checked={checked}
        aria-disabled={refusal !== undefined}
        {...(notes ? { 'aria-description': notes } : {})}
        onChange={() => (refusal === undefined ? onToggle() : toast(refusal))}
      />
      {waiting && <ClockCircleOutlined aria-hidden="true" />}
    </label>
  )
}
