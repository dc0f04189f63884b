import { EditOutlined } from '@ant-design/icons'
import type { PersonDetail } from '#contract/people.ts'
import { useCan } from '../../api/session.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { UnitPath } from '../../resource/units/UnitPath.tsx'
import { ExplainedButton } from '../../ui/ExplainedButton.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { ParticipantForm } from './ParticipantForm.tsx'
import { PersonPage } from './PersonPage.tsx'

export function ParticipantPage() {
  return <PersonPage kind="PARTICIPANT">{(person) => <Participant person={person} />}</PersonPage>
}

function Participant({ person }: { person: PersonDetail }) {
  const t = useText()
  const format = useFormat()
  const canWrite = useCan('users.write')
  const modal = useOpenedWord('modal')
  const editing = { type: 'update', id: String(person.id), row: person, error: undefined } as const
  const { birthDate } = person
  return (
    <>
      <title>{`${person.name} · Canvass`}</title>
      <header className="person-head">
        <h1>{person.name}</h1>
        <div className="list-actions">
          <ExplainedButton
            icon={<EditOutlined />}
            refusal={canWrite ? undefined : t('people.needs', { permission: 'users.write' })}
            onClick={() => modal.open('update')}
          >
            {t('people.edit')}
          </ExplainedButton>
        </div>
      </header>
      <section className="person-card">
        <h2>{t('people.profile')}</h2>
        <Facts>
          <Fact name={t('participants.field.phone')}>{person.phone ?? '–'}</Fact>
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
      </section>
      <ParticipantForm
        editing={modal.value === 'update' ? editing : undefined}
        onDone={modal.close}
        readOnly={!canWrite}
      />
    </>
  )
}
