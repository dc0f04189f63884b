import { EditOutlined } from '@ant-design/icons'
import type { PersonDetail } from '#contract/people.ts'
import { useText } from '../../i18n/text.ts'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RecordTitle } from '../../ui/RecordTitle.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { Avatar } from './Avatar.tsx'
import { PersonPage } from './PersonPage.tsx'
import { StaffForm } from './StaffForm.tsx'
import { staffTabs } from './tabs/tab-lists.ts'
import { PersonTabs } from './tabs/PersonTabs.tsx'
import { useRefusal } from './use-refusal.ts'
import { useRoles } from './use-roles.ts'
import { useStaffActions } from './use-staff-actions.tsx'

export function AdminPage() {
  return <PersonPage kind="ADMIN">{(person) => <Administrator person={person} />}</PersonPage>
}

function Administrator({ person }: { person: PersonDetail }) {
  const t = useText()
  const roles = useRoles()
  const refusalOf = useRefusal()
  const actions = useStaffActions()
  const modal = useOpenedWord('modal')
  const refusal = refusalOf(person, person.permissions, { verb: 'write', own: [] })
  const editing = { type: 'update', id: String(person.id), row: person, error: undefined } as const
  return (
    <>
      <RecordTitle name={person.name} />
      <PageHead
        picture={person.avatar !== null && <Avatar picture={person.avatar} size={40} />}
        title={person.name}
        actions={
          <>
            <Button icon={<EditOutlined />} refusal={refusal} onClick={() => modal.open('update')}>
              {t('people.edit')}
            </Button>
            {actions.actionsOf(person, person.permissions).map(({ text, refusal: whyNot, act }) => (
              <Button key={text} refusal={whyNot} onClick={act}>
                {text}
              </Button>
            ))}
          </>
        }
      >
        <RecordStatus of="people" status={person.status} />
      </PageHead>
      <PersonTabs person={person} tabs={staffTabs} />
      <StaffForm
        editing={modal.value === 'update' ? editing : undefined}
        roles={roles}
        onDone={modal.close}
        readOnly={refusal !== undefined}
      />
      {actions.dialogs}
    </>
  )
}
