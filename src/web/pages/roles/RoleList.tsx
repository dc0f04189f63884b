import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { type Role, roles } from '#contract/roles.ts'
import { factorRuleRefusal, roleEditRefusal } from '#domain/people/access.ts'
import { isMoneyRight } from '#domain/people/permissions.ts'
import { column, date, endColumn, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import type { MenuEntry } from '../../ui/MenuEntries.tsx'
import type { Selected } from '../../list/use-selection.ts'
import { useList } from '../../list/use-list.ts'
import { useCan } from '../../api/session.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText, useFormat } from '../../i18n/text.ts'
import { useSend } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { PeopleOf } from './PeopleOf.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { RoleRemoval } from './RoleRemoval.tsx'
import { RoleTabs } from './RoleTabs.tsx'
import { useActor, useRefusalText, useRoleDescription } from './use-rights.ts'

const columns = [
  column('name', (role: Role) => <Name role={role} />),
  text('role'),
  column('description', (role: Role) => <Description role={role} />),
  endColumn('permissions', (role: Role) => <PermissionCount role={role} />),
  endColumn('staffCount', (role: Role) => <PeopleOf role={role}>{role.staffCount}</PeopleOf>),
  column('secondFactor', (role: Role) => <FactorRule role={role} />),
  column('builtIn', (role: Role) => <Origin role={role} />),
  date('updatedAt'),
]

export function RoleList() {
  const t = useText()
  const canWrite = useCan('roles.write')
  const canDelete = useCan('roles.delete')
  const actor = useActor()
  const refusalText = useRefusalText()
  const form = useOpenedWord('form')
  const [removing, setRemoving] = useState<readonly (number | string)[]>()
  const [ruling, setRuling] = useState<Role>()
  const list = useList(roles.list, columns, {
    name: 'roles',
    open: ({ id }) => `/roles?view=matrix&role=${id}`,
  })

  function actionsOf(role: Role): MenuEntry[] {
    const { id } = role
    const refusal = refusalText(roleEditRefusal(actor, role, role.permissions))
    const changing: MenuEntry[] = [
      { text: t('roles.rename'), refusal, act: () => form.open(`update:${id}`) },
      {
        text: t(role.secondFactor ? 'roles.factor.drop' : 'roles.factor.require'),
        refusal: refusalText(factorRuleRefusal(actor, role, !role.secondFactor)),
        act: () => setRuling(role),
      },
      { text: t('roles.copy'), act: () => form.open(`copy:${id}`) },
    ]
    const removal: MenuEntry = { text: t('action.delete'), tone: 'danger', act: () => setRemoving([id]) }
    return [...(canWrite ? changing : []), ...(canDelete ? [removal] : [])]
  }

  function renderBulk(chosen: readonly Selected[]) {
    return (
      <Button tone="danger" onClick={() => setRemoving(chosen.map(({ id }) => id))}>
        {t('list.deleteChosen')}
      </Button>
    )
  }

  return (
    <ListPage
      title="roles.title"
      {...list}
      above={<RoleTabs open="list" />}
      actions={
        canWrite && (
          <Button look="primary" icon={<PlusOutlined />} onClick={() => form.open('create')}>
            {t('roles.new')}
          </Button>
        )
      }
      rowActions={actionsOf}
      bulk={canDelete ? renderBulk : undefined}
    >
      {form.value !== '' && canWrite && <RoleDialog asked={form.value} onClose={form.close} />}
      {ruling && <FactorRuleDialog role={ruling} onClose={() => setRuling(undefined)} />}
      {removing && <RoleRemoval ids={removing} onGone={list.selection.drop} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  )
}

function Name({ role }: { role: Role }) {
  return useRoleName()(role)
}

function Description({ role }: { role: Role }) {
  return <span className="roles-about">{useRoleDescription()(role)}</span>
}

/** Suggested for those who pay. */
function FactorRule({ role: { secondFactor, permissions } }: { role: Role }) {
  const t = useText()
  if (secondFactor) return t('roles.factor.required')
  return permissions.some(isMoneyRight) && <span className="roles-about">{t('roles.factor.suggested')}</span>
}

function FactorRuleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  const name = useRoleName()(role)
  const send = useSend(roles.edit, { refreshes: [roles.list] })
  const verb = role.secondFactor ? 'drop' : 'require'

  async function run() {
    const { id, version, secondFactor } = role
    await send.mutateAsync({ params: { roleId: id }, body: { secondFactor: !secondFactor, version } })
  }

  return (
    <ConfirmDialog
      title={t(`roles.factor.${verb}Question`, { name })}
      action={t(`roles.factor.${verb}`)}
      run={run}
      onClose={onClose}
    >
      <p>{t(`roles.factor.${verb}Text`)}</p>
    </ConfirmDialog>
  )
}

function Origin({ role: { builtIn } }: { role: Role }) {
  const t = useText()
  return t(builtIn ? 'roles.builtIn' : 'roles.custom')
}

/** How many permissions the role holds, and how many more wait. */
function PermissionCount({ role: { permissions, pendingPermissions } }: { role: Role }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      {format.number(permissions.length)}
      {pendingPermissions.length > 0 && (
        <span className="roles-waiting"> {t('roles.plusWaiting', { count: pendingPermissions.length })}</span>
      )}
    </>
  )
}
