import { MailOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { people, type PersonRow, staffList } from '#contract/people.ts'
import type { FormProps } from '../../form/form-state.ts'
import { participantRole } from '#domain/people/permissions.ts'
import { useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { column, dateTime, optional, text } from '../../list/columns.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useResourceList } from '../../list/use-resource-list.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'
import { createdAddress, createdSecret } from './OneTimePassword.tsx'
import { staff } from './people-resources.ts'
import { RoleWord } from './RoleWord.tsx'
import { StaffForm } from './StaffForm.tsx'
import { useRefusal } from './use-refusal.ts'
import { type KnownRoles, useRoles } from './use-roles.ts'
import { useStaffActions } from './use-staff-actions.tsx'
import './people.css'

const statuses = staffList.filters.status.values
const exporting = { start: people.exportStaff, keys: staffList.columns }

const InviteDialog = lazyDialog(async () => (await import('./InviteDialog.tsx')).InviteDialog)

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
  const actions = useStaffActions()
  const columns = useMemo(() => columnsWith(roles), [roles])
  const refusalTo = (verb: 'write' | 'delete', person: PersonRow) =>
    refusalOf(person, roles.heldBy(person), { verb, own: verb === 'delete' ? ['delete'] : [] })

  function formOf({ editing, readOnly, ...form }: FormProps<PersonRow>) {
    const edited = editing?.type === 'update' ? editing.row : undefined
    return (
      <StaffForm
        {...form}
        editing={editing}
        roles={roles}
        onCreated={(answer) => {
          const secret = createdSecret(answer)
          if (secret) return actions.showSecret(secret)
          const address = createdAddress(answer)
          if (address) toast(t('people.invite.sent', { address }))
        }}
        readOnly={readOnly || (edited !== undefined && refusalTo('write', edited) !== undefined)}
      />
    )
  }

  const list = useResourceList<PersonRow>(
    { resource: staff, path: '/admin', title: 'admins.title', columns, form: formOf },
    { filters: ['roleId', 'status'], exporting, refusalOf: (person) => refusalTo('delete', person) },
  )
  return (
    <ListPage
      {...list}
      actions={list.editor.canWrite && <InviteTool roles={roles} />}
      rowActions={(person) => [
        { text: t('people.edit'), refusal: refusalTo('write', person), act: () => list.editor.openForm(person.id) },
        ...actions.actionsOf(person, roles.heldBy(person)),
      ]}
      filters={
        <>
          {roles.canRead && (
            <FilterSelect
              view={list.view}
              name="roleId"
              options={roles.list
                .filter(({ role }) => role !== participantRole)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <FilterSelect
            view={list.view}
            name="status"
            options={statuses.map((value) => ({ value, label: t(`people.status.${value}`) }))}
          />
        </>
      }
    >
      {actions.dialogs}
    </ListPage>
  )
}

/** Many at once: the button of the list, and its dialog when it is asked for. */
function InviteTool({ roles }: { roles: KnownRoles }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MailOutlined />} onClick={() => setOpen(true)}>
        {t('people.inviteMany.open')}
      </Button>
      {isOpen && <InviteDialog roles={roles} onClose={() => setOpen(false)} />}
    </>
  )
}
