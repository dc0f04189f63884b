import type { PersonDetail } from '#contract/people.ts'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { UnitPath } from '../../../units/UnitPath.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useGenderWord } from '../gender.ts'
import { RoleWord } from '../RoleWord.tsx'
import { useRoles } from '../use-roles.ts'

export function StaffProfile({ person }: { person: PersonDetail }) {
  const t = useText()
  const format = useFormat()
  const roles = useRoles()
  const gender = useGenderWord()
  return (
    <Panel>
      <Facts>
        <Fact name={t('admins.field.username')}>{person.username}</Fact>
        <Fact name={t('admins.field.role')}>
          <RoleWord person={person} roles={roles} />
        </Fact>
        <Fact name={t('admins.field.email')}>{person.email ?? '–'}</Fact>
        <Fact name={t('admins.field.phone')}>{person.phone === null ? '–' : groupedPhone(person.phone)}</Fact>
        <Fact name={t('admins.field.gender')}>{person.gender === null ? '–' : gender(person.gender)}</Fact>
        <Fact name={t('admins.field.administrativeUnitId')}>
          <UnitPath id={person.administrativeUnitId} />
        </Fact>
        <Fact name={t('admins.field.lastLoginAt')}>
          {person.lastLoginAt === null ? '–' : format.dateTime(person.lastLoginAt)}
        </Fact>
        <Fact name={t('admins.field.createdAt')}>{format.dateTime(person.createdAt)}</Fact>
        <Fact name={t('admins.field.updatedAt')}>{format.dateTime(person.updatedAt)}</Fact>
      </Facts>
      {person.mustChangePassword && <Note tone="warning">{t('admins.mustChangePassword')}</Note>}
    </Panel>
  )
}
