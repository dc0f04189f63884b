import type { PersonDetail } from '#contract/people.ts'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { UnitPath } from '../../../units/UnitPath.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
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
      <Facts
        of={[
          fact(t('admins.field.username'), person.username),
          fact(t('admins.field.role'), <RoleWord person={person} roles={roles} />),
          fact(t('admins.field.email'), person.email ?? '–'),
          fact(t('admins.field.phone'), person.phone === null ? '–' : groupedPhone(person.phone)),
          fact(t('admins.field.gender'), person.gender === null ? '–' : gender(person.gender)),
          fact(t('admins.field.administrativeUnitId'), <UnitPath id={person.administrativeUnitId} />),
          fact(t('admins.field.lastLoginAt'), person.lastLoginAt === null ? '–' : format.dateTime(person.lastLoginAt)),
          fact(t('admins.field.createdAt'), format.dateTime(person.createdAt)),
          fact(t('admins.field.updatedAt'), format.dateTime(person.updatedAt)),
        ]}
      />
      {person.mustChangePassword && <Note tone="warning">{t('admins.mustChangePassword')}</Note>}
    </Panel>
  )
}

export function ParticipantProfile({ person }: { person: PersonDetail }) {
  const t = useText()
  const format = useFormat()
  const { birthDate, anonymisedAt } = person
  return (
    <Panel>
      {anonymisedAt !== null && (
        <Note tone="neutral">{t('participants.anonymisedAt', { moment: format.dateTime(anonymisedAt) })}</Note>
      )}
      <Facts
        of={[
          fact(t('participants.field.phone'), person.phone === null ? '–' : groupedPhone(person.phone)),
          fact(t('participants.field.email'), person.email ?? '–'),
          fact(t('participants.field.gender'), person.gender ?? '–'),
          // Noon, so that the day is the same in every time zone.
          fact(t('participants.field.birthDate'), birthDate === null ? '–' : format.date(`${birthDate}T12:00:00`)),
          fact(t('participants.field.administrativeUnitId'), <UnitPath id={person.administrativeUnitId} />),
          fact(t('participants.field.createdAt'), format.dateTime(person.createdAt)),
          fact(t('participants.field.updatedAt'), format.dateTime(person.updatedAt)),
        ]}
      />
    </Panel>
  )
}
