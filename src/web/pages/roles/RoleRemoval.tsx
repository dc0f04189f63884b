/** Asks before roles go: what cannot go is named with its reason; people of a role in use are moved first. */
import { useId, useState } from 'react'
import type { BulkRow } from '#contract/fields.ts'
import { type Role, roles } from '#contract/roles.ts'
import { moveRefusal, roleDeleteRefusal } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { participantRole } from '#domain/people/permissions.ts'
import { useSend } from '../../api/query.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { BulkOutcome } from '../../list/BulkOutcome.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { useActor, useAllRoles, useRefusalText } from './use-rights.ts'

interface RoleRemovalProps {
  ids: readonly (number | string)[]
  onGone: (ids: readonly (number | string)[]) => void
  onClose: () => void
}

export function RoleRemoval({ ids, onGone, onClose }: RoleRemovalProps) {
  const t = useText()
  const roleName = useRoleName()
  const actor = useActor()
  const { data: all = [] } = useAllRoles()
  // The roles as they were when asked: the list shrinks as they go.
  const [asked, setAsked] = useState<readonly Role[]>([])
  const [moveTo, setMoveTo] = useState<number>()
  const [outcome, setOutcome] = useState<readonly BulkRow[]>()
  const remove = useSend(roles.removeMany, { refreshes: [roles.list] })
  const targets = asked.length > 0 ? asked : all.filter(({ id }) => ids.includes(id))
  const isMoving = moveTo !== undefined
  const refusalOf = (role: Role) => roleDeleteRefusal(actor, role, isMoving ? 0 : role.staffCount)
  const going = targets.filter((role) => refusalOf(role) === undefined)
  const moving = targets.filter((role) => role.staffCount > 0 && roleDeleteRefusal(actor, role, 0) === undefined)
  const places = all
    .filter((place) => !targets.includes(place) && place.role !== participantRole)
    .map((place) => ({ place, code: moving.map((role) => moveRefusal(actor, role, place)).find(Boolean) }))

  async function run() {
    setAsked(targets)
    const { data } = await remove.mutateAsync({
      body: { ids: going.map(({ id }) => id), ...(isMoving ? { moveTo } : {}) },
    })
    onGone(data.results.filter((row) => row.ok).map((row) => row.id))
    setOutcome(data.results)
    return false
  }

  return (
    <ConfirmDialog
      title={outcome ? t('list.outcome') : t('roles.deleteQuestion', { count: targets.length })}
      action={outcome || going.length === 0 ? undefined : t('roles.deleteCount', { count: going.length })}
      dismissal={t(outcome ? 'action.close' : 'action.cancel')}
      danger
      size="medium"
      run={run}
      onClose={onClose}
    >
      {outcome ? (
        <BulkOutcome rows={outcome} targets={targets.map((role) => ({ id: role.id, label: roleName(role) }))} />
      ) : (
        <>
          <ul className="delete-names">
            {targets.map((role) => (
              <Target key={role.id} role={role} code={refusalOf(role)} />
            ))}
          </ul>
          {moving.length > 0 && <MoveTo places={places} value={moveTo} onChange={setMoveTo} />}
          {going.length > 0 && <p>{t('list.deleteForGood')}</p>}
        </>
      )}
    </ConfirmDialog>
  )
}

function Target({ role, code }: { role: Role; code: ReturnType<typeof roleDeleteRefusal> }) {
  const t = useText()
  const roleName = useRoleName()
  const refusalText = useRefusalText()
  const why = code === 'IN_USE' ? t('roles.inUse', { count: role.staffCount }) : refusalText(code)
  return (
    <li>
      {roleName(role)}
      {why && <span className="roles-refused"> – {why}</span>}
    </li>
  )
}

interface MoveToProps {
  places: readonly { place: Role; code: ErrorCode | undefined }[]
  value: number | undefined
  onChange: (roleId: number | undefined) => void
}

function MoveTo({ places, value, onChange }: MoveToProps) {
  const t = useText()
  const roleName = useRoleName()
  const id = useId()
  const refusalText = useRefusalText()
  // Roles to which they cannot be moved are listed too, with the reason.
  const options = places.map(({ place, code }) => {
    const reason = refusalText(code)
    if (reason === undefined) return { value: place.id, label: roleName(place) }
    return { value: place.id, label: t('roles.moveRefused', { role: roleName(place), reason }), disabled: true }
  })
  return (
    <div className="field roles-move">
      <label htmlFor={id}>{t('roles.moveTo')}</label>
      <NativeSelect<number> id={id} none={t('roles.moveNobody')} value={value} options={options} onChange={onChange} />
    </div>
  )
}
