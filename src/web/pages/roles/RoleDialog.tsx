/**
 * The dialog of a role: `create`, `copy:5`, or `update:5` for its words. Closed, it is one that creates again (seed §4):
 * only the URL says its purpose.
 */
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Answered } from '#contract/endpoint.ts'
import type { Role, roles } from '#contract/roles.ts'
import { grantRefusal, stepsGained } from '#domain/people/access.ts'
import { noDescription } from '#domain/people/permissions.ts'
import { httpError } from '../../api/api-error.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { newRole, roleWords } from './role-resources.ts'
import { useActor, useAllRoles, usePermissionText } from './use-rights.ts'
import { Note } from '../../ui/Note.tsx'
import { roleCodeOf } from '#domain/people/role-code.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { TextInput } from '../../ui/TextInput.tsx'

const NewForm = resourceForm(newRole)
const WordsForm = resourceForm(roleWords)

export function RoleDialog({ asked, onClose }: { asked: string; onClose: () => void }) {
  const { data, error, isPending } = useAllRoles()
  const [type, id = ''] = asked.split(':')
  const role = described(data?.find((candidate) => String(candidate.id) === id))
  if (type === 'copy' && role) return <NewRoleForm copied={role} onClose={onClose} />
  if (type !== 'copy' && type !== 'update') return <NewRoleForm onClose={onClose} />
  const missing = isPending ? undefined : (error ?? httpError(404, '', { code: 'NOT_FOUND', message: '' }))
  return (
    <WordsForm.Modal editing={{ type: 'update', id, row: role, error: role ? undefined : missing }} onDone={onClose}>
      <WordsForm.Text name="name" />
      <WordsForm.Text name="description" multiline />
    </WordsForm.Modal>
  )
}

/** The stand-in for a description is not one to edit or to copy. */
function described(role: Role | undefined): Role | undefined {
  return role?.description === noDescription ? { ...role, description: '' } : role
}

/** An empty role, or what of another one this person may grant. Its permissions come up next. */
function NewRoleForm({ copied, onClose }: { copied?: Role; onClose: () => void }) {
  const t = useText()
  const roleName = useRoleName()
  const navigate = useNavigate()
  const actor = useActor()
  const made = useRef<number>(undefined)
  const held = copied?.permissions ?? []
  const [given, left] = [held.filter(mayGrant), held.filter((name) => !mayGrant(name))]

  function mayGrant(name: string): boolean {
    return grantRefusal(actor, [name]) === undefined
  }

  function done() {
    if (made.current === undefined) return onClose()
    return void navigate(`/roles?view=matrix&role=${made.current}`, { replace: true })
  }

  return (
    <NewForm.Modal
      editing={{ type: 'create' }}
      {...(copied ? { title: t('roles.copyTitle') } : {})}
      defaults={
        copied
          ? { name: t('roles.copyOf', { name: roleName(copied) }), description: copied.description, permissions: given }
          : {}
      }
      // Seed §8.
      said={{ failed: 'roles.createFailed' }}
      onSaved={(answer) => (made.current = (answer as Answered<typeof roles.create>).data.id)}
      onDone={done}
    >
      <NewForm.Text name="name" />
      <RoleCodeField />
      <NewForm.Text name="description" multiline />
      {copied ? <Copied given={given} left={left} /> : <p className="blank">{t('roles.thenMatrix')}</p>}
    </NewForm.Modal>
  )
}

function Copied({ given, left }: { given: readonly string[]; left: readonly string[] }) {
  const t = useText()
  const words = usePermissionText()
  const waiting = stepsGained([], given).length
  return (
    <>
      <Note tone="info">
        {t('roles.copies', { count: given.length })}
        {waiting > 0 && <> {t('roles.draftWaiting', { count: waiting })}</>}
      </Note>
      {left.length > 0 && (
        <Note tone="warning">
          {t('roles.copyLeaves', { count: left.length })}
          <ul className="roles-names">
            {left.map((name) => (
              <li key={name}>{words(name)}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}

/** The code of a new role; an empty field shows faintly the code that the server makes of the name. */
function RoleCodeField() {
  const { values, set } = useForm()
  return (
    <FieldFrame name="role" help="roles.codeHelp">
      <TextInput
        maxLength={50}
        placeholder={roleCodeOf(plainText(values['name'])) ?? ''}
        value={plainText(values['role'])}
        onChange={(event) => set('role', event.target.value.toUpperCase())}
      />
    </FieldFrame>
  )
}
