import { EditOutlined } from '@ant-design/icons'
import type { PersonDetail } from '#contract/people.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { ExplainedButton } from '../../ui/ExplainedButton.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { Sessions } from './account/Sessions.tsx'
import { PersonPage } from './PersonPage.tsx'
import { PersonStatusTag } from './PersonStatusTag.tsx'
import { RoleWord } from './RoleWord.tsx'
import { StaffForm } from './StaffForm.tsx'
import { useRefusal } from './use-refusal.ts'
import { type KnownRoles, useRoles } from './use-roles.ts'
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
      <title>{`${person.name} · Canvass`}</title>
      <header className="person-head">
        <h1>{person.name}</h1>
        <PersonStatusTag status={person.status} />
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
      <section className="person-card">
        <h2>{t('people.profile')}</h2>
        <Profile person={person} roles={roles} />
        {person.mustChangePassword && <p className="note tone-warning">{t('admins.mustChangePassword')}</p>}
      </section>
      <Sessions personId={person.id} refusal={refusal} />
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

function Profile({ person, roles }: { person: PersonDetail; roles: KnownRoles }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts>
      <Fact name={t('admins.field.username')}>{person.username}</Fact>
      <Fact name={t('admins.field.role')}>
        <RoleWord person={person} roles={roles} />
      </Fact>
      <Fact name={t('admins.field.email')}>{person.email ?? '–'}</Fact>
      <Fact name={t('admins.field.phone')}>{person.phone ?? '–'}</Fact>
      <Fact name={t('admins.field.lastLoginAt')}>
        {person.lastLoginAt === null ? '–' : format.dateTime(person.lastLoginAt)}
      </Fact>
      <Fact name={t('admins.field.createdAt')}>{format.dateTime(person.createdAt)}</Fact>
      <Fact name={t('admins.field.updatedAt')}>{format.dateTime(person.updatedAt)}</Fact>
    </Facts>
  )
}
