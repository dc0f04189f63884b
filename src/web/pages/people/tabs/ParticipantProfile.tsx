import type { PersonDetail } from '#contract/people.ts'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { UnitPath } from '../../../units/UnitPath.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
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
      <Facts>
        <Fact name={t('participants.field.phone')}>{person.phone === null ? '–' : groupedPhone(person.phone)}</Fact>
        <Fact name={t('participants.field.email')}>{person.email ?? '–'}</Fact>
        <Fact name={t('participants.field.gender')}>{person.gender ?? '–'}</Fact>
        {/* Noon, so that the day is the same in every time zone. */}
        <Fact name={t('participants.field.birthDate')}>
          {birthDate === null ? '–' : format.date(`${birthDate}T12:00:00`)}
        </Fact>
        <Fact name={t('participants.field.administrativeUnitId')}>
          <UnitPath id={person.administrativeUnitId} />
        </Fact>
        <Fact name={t('participants.field.createdAt')}>{format.dateTime(person.createdAt)}</Fact>
        <Fact name={t('participants.field.updatedAt')}>{format.dateTime(person.updatedAt)}</Fact>
      </Facts>
    </Panel>
  )
}
