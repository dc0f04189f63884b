import type { PersonDetail } from '#contract/people.ts'
import { seesEverySurvey } from '#domain/people/survey-access.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { useRoles } from '../use-roles.ts'
import { RoleWord } from '../RoleWord.tsx'

/** What the person may do: whether they may sign in at all, by which role, and what that holds, area by area. */
export function AccessPanel({ person }: { person: PersonDetail }) {
  const t = useText()
  const roles = useRoles()
  const { adminType, status, permissions, mustChangePassword } = person
  const isStaff = adminType === 'ADMIN'
  return (
    <Panel>
      <Facts
        of={[
          fact(t('admins.field.status'), <RecordStatus of="people" status={status} />),
          fact(t('admins.field.role'), <RoleWord person={person} roles={roles} />),
          fact(
            t('surveys.title'),
            isStaff &&
              permissions.includes('surveys.read') &&
              t(seesEverySurvey(permissions) ? 'admins.seesAllSurveys' : 'admins.seesGivenSurveys'),
            'long',
          ),
        ]}
      />
      {isStaff && mustChangePassword && <Note tone="warning">{t('admins.mustChangePassword')}</Note>}
      {isStaff ? <Permissions names={permissions} /> : <p className="blank">{t('participants.noSignIn')}</p>}
    </Panel>
  )
}

function Permissions({ names }: { names: readonly string[] }) {
  const t = useText()
  const textOr = useTextOr()
  if (names.length === 0) return <p className="blank">{t('admins.noPermissions')}</p>
  const areas = [...Map.groupBy(names, (name) => name.split('.')[0] ?? '')]
  return (
    <>
      <h2>{t('admins.permissions', { count: names.length })}</h2>
      <Facts
        className="person-permissions"
        of={areas.map(([area, held]) =>
          fact(
            textOr(`roles.area.${area}`, area),
            held.map((name) => (
              <span key={name} title={name}>
                {textOr(`roles.permission.${name}`, name)}
              </span>
            )),
          ),
        )}
      />
    </>
  )
}
