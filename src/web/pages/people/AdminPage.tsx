import { EditOutlined } from '@ant-design/icons'
import type { PersonDetail } from '#contract/people.ts'
import { useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../resource/RecordStatus.tsx'
import { ExplainedButton } from '../../ui/ExplainedButton.tsx'
import { RecordTitle } from '../../ui/RecordTitle.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { Avatar } from './Avatar.tsx'
import { PersonPage } from './PersonPage.tsx'
import { StaffForm } from './StaffForm.tsx'
import { staffTabs } from './tabs/tables.ts'
import { PersonTabs } from './tabs/PersonTabs.tsx'
import { useRefusal } from './use-refusal.ts'
import { useRoles } from './use-roles.ts'
import { useStaffDeeds } from './use-staff-deeds.tsx'

export function AdminPage() {
  return <PersonPage kind="ADMIN">{(person) => <Administrator person={person} />}</PersonPage>
}

function Administrator({ person }: { person: PersonDetail }) {
  const t = useText()
  const roles = useRoles()
  const refusalOf = useRefusal()
  const deeds = useStaffDeeds()
  const modal = useOpenedWord('modal')
  const refusal = refusalOf(person, person.permissions, { verb: 'write', own: [] })
  const editing = { type: 'update', id: String(person.id), row: person, error: undefined } as const
  return (
    <>
      <RecordTitle name={person.name} />
      <header className="person-head">
        {person.avatar !== null && <Avatar picture={person.avatar} size={40} />}
        <h1>{person.name}</h1>
        <RecordStatus of="people" status={person.status} />
        <div className="list-actions">
          <ExplainedButton icon={<EditOutlined />} refusal={refusal} onClick={() => modal.open('update')}>
            {t('people.edit')}
          </ExplainedButton>
          {deeds.actionsOf(person, person.permissions).map(({ text, refusal: whyNot, act }) => (
            <ExplainedButton key={text} refusal={whyNot} onClick={act}>
              {text}
            </ExplainedButton>
          ))}
        </div>
      </header>
      <PersonTabs person={person} tabs={staffTabs} />
      <StaffForm
        editing={modal.value === 'update' ? editing : undefined}
        roles={roles}
        onDone={modal.close}
        readOnly={refusal !== undefined}
      />
      {deeds.dialogs}
    </>
  )
}
