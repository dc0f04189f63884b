import type { PersonDetail } from '#contract/people.ts'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { UnitPath } from '../../../units/UnitPath.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'

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
