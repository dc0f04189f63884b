import type { PersonRow } from '#contract/people.ts'
import type { Role } from '#contract/roles.ts'
import { isSecondAdministrator } from '#domain/people/access.ts'
import { participantRole } from '#domain/people/permissions.ts'
import { locales } from '#domain/text/locale.ts'
import { hasMail } from '../../api/page-settings.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import type { FormProps } from '../../form/form-state.ts'
import { genders, useGenderWord } from './gender.ts'
import { newStaff, staff } from './people-resources.ts'
import { PendingRole } from './RoleWord.tsx'
import { roleChoice } from './staff-rules.ts'
import { useActor } from './use-refusal.ts'
import type { KnownRoles } from './use-roles.ts'

const AvatarField = lazyComponent(async () => (await import('./AvatarField.tsx')).AvatarField)
const NewForm = resourceForm(newStaff)
const Form = resourceForm(staff)

interface StaffFormProps extends FormProps<PersonRow> {
  roles: KnownRoles
  /** Gets the answer of the server for a new account. */
  onCreated?: (answer: unknown) => void
}

export function StaffForm({ editing, roles, onDone, onCreated, readOnly }: StaffFormProps) {
  const t = useText()
  const person = editing?.type === 'update' ? editing.row : undefined
  const options = useRoleOptions(roles, person)
  const genders = useGenderOptions(person?.gender)
  const fields = (
    <>
      <Form.Text name="name" />
      <Form.Text name="username" help="admins.usernameHelp" />
      <Form.Select name="roleId" options={options} help="admins.roleHelp" />
      {person?.pendingRole && <PendingRole pending={person.pendingRole} roles={roles} />}
      <Form.Text name="email" />
      <Form.Text name="phone" help="admins.phoneHelp" />
      <Form.Select name="gender" options={genders} />
      <AvatarField />
      <Form.Unit name="administrativeUnitId" />
      <Form.Select name="locale" options={locales.map((value) => ({ value, label: t(`language.${value}`) }))} />
    </>
  )
  if (editing?.type !== 'create') {
    return (
      <Form.Modal editing={editing} onDone={onDone} readOnly={readOnly}>
        {fields}
      </Form.Modal>
    )
  }
  const defaults = { adminType: 'ADMIN', locale: currentLocale(), invite: hasMail } as const
  return (
    <NewForm.Modal
      editing={editing}
      onDone={onDone}
      {...(onCreated ? { onSaved: onCreated } : {})}
      defaults={defaults}
      readOnly={readOnly}
    >
      {fields}
      <NewForm.Switch name="invite" help="admins.inviteHelp" />
    </NewForm.Modal>
  )
}

/** A word of another program or file stays what it is. */
function useGenderOptions(held: string | null | undefined) {
  const word = useGenderWord()
  const values: readonly string[] = held ? [...new Set([...genders, held])] : genders
  return values.map((value) => ({ value, label: word(value) }))
}

/** Roles that may not be given are listed too, with the reason. */
function useRoleOptions(roles: KnownRoles, person: PersonRow | undefined) {
  const t = useText()
  const basic = useBasicText()
  const actor = useActor()
  const held = person ? roles.heldBy(person) : []

  function optionOf(role: Role) {
    const { refusal, waits } = roleChoice(actor, role, person, held)
    if (refusal) {
      const reason = basic(`errors.${refusal}`)
      return { value: role.id, label: t('admins.roleRefused', { role: role.name, reason }), disabled: true }
    }
    if (waits) return { value: role.id, label: t('admins.roleWaits', { role: role.name }) }
    if (person || !role.permissions.includes('roles.grantPayments')) return { value: role.id, label: role.name }
    // Who gives the first password may be behind the account: it is no second person for them.
    const isSecond = isSecondAdministrator({ ...role, isNewHouse: roles.isNewHouse, byMail: hasMail })
    return { value: role.id, label: t(isSecond ? 'admins.roleSecond' : 'admins.roleNotSecond', { role: role.name }) }
  }

  const given = roles.list.filter(({ role }) => role !== participantRole).map(optionOf)
  const isListed = given.some(({ value }) => value === person?.roleId)
  if (!person?.roleId || isListed) return given
  return [{ value: person.roleId, label: person.role ?? `#${person.roleId}` }, ...given]
}
