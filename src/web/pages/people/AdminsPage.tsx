import { useMemo } from 'react'
import { people, type PersonRow, staffList } from '#contract/people.ts'
import { participantRole } from '#domain/permissions.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { column, dateTime, optional, text } from '../../list/columns.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceTable } from '../../list/use-resource-table.ts'
import { createdSecret } from './created-secret.ts'
import { staff } from './people-resources.ts'
import { RoleWord } from './RoleWord.tsx'
import { StaffForm } from './StaffForm.tsx'
import { useEditLink } from './use-edit-link.ts'
import { useRefusal } from './use-refusal.ts'
import { type KnownRoles, useRoles } from './use-roles.ts'
import { useStaffActions } from './use-staff-actions.tsx'
import './people.css'

const statuses = staffList.filters.status.values
const exporting = { start: people.exportStaff, keys: staffList.columns }

function columnsWith(roles: KnownRoles) {
  return [
    text('name'),
    text('username'),
    column('role', (person: PersonRow) => <RoleWord person={person} roles={roles} />),
    column('status', ({ status }: PersonRow) => <RecordStatus of="people" status={status} />),
    dateTime('lastLoginAt'),
    optional(dateTime('createdAt')),
    dateTime('updatedAt'),
  ]
}

export function AdminsPage() {
  const t = useText()
  const roles = useRoles()
  const refusalOf = useRefusal()
  const canWrite = useCan('admins.write')
  const canDelete = useCan('admins.delete')
  const actions = useStaffActions()
  const edit = useEditLink()
  const columns = useMemo(() => columnsWith(roles), [roles])
  const refusalTo = (verb: 'write' | 'delete', person: PersonRow) =>
    refusalOf(person, roles.heldBy(person), { verb, own: verb === 'delete' ? ['delete'] : [] })
  const list = useResourceTable(staff, columns, {
    filters: ['roleId', 'status'],
    exporting,
    open: ({ id }) => `/admin/${id}`,
    refusalOf: (person: PersonRow) => refusalTo('delete', person),
  })
  const table = { ...list, removal: { ...list.removal, allowed: canDelete } }
  const edited = table.editing?.type === 'update' ? table.editing.row : undefined
  return (
    <ListPage
      title="admins.title"
      table={table}
      canWrite={canWrite}
      rowActions={(person: PersonRow) => [
        { text: t('people.edit'), refusal: refusalTo('write', person), act: () => edit(person.id) },
        ...actions.actionsOf(person, roles.heldBy(person)),
      ]}
      filters={
        <>
          {roles.list.length > 0 && (
            <FilterSelect
              table={table}
              name="roleId"
              options={roles.list
                .filter(({ role }) => role !== participantRole)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <FilterSelect
            table={table}
            name="status"
            options={statuses.map((value) => ({ value, label: t(`people.status.${value}`) }))}
          />
        </>
      }
    >
      <StaffForm
        editing={table.editing}
        roles={roles}
        onDone={table.closeForm}
        onCreated={(answer) => {
          const secret = createdSecret(answer)
          if (secret) actions.showSecret(secret)
        }}
        readOnly={!canWrite || (edited !== undefined && refusalTo('write', edited) !== undefined)}
      />
      {actions.dialogs}
    </ListPage>
  )
}
