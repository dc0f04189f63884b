import { useSession } from '../../../api/session.ts'
import { useRoleName } from '../../../i18n/role-name.ts'
import { useText } from '../../../i18n/text.ts'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useHashFocus } from '../../../ui/use-hash-focus.ts'
import { AppTokens } from './AppTokens.tsx'
import { MailWish } from './MailWish.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { Sessions } from './Sessions.tsx'
import '../people.css'
import './account.css'

/** One's own account: who I am here, my password, my sessions. `#password` leads to the password at once. */
export function AccountPage() {
  const t = useText()
  const { user, permissions } = useSession()
  const roleName = useRoleName()
  useHashFocus()
  return (
    <section className="account">
      <title>{`${t('account.title')} · Canvass`}</title>
      <h1>{t('account.title')}</h1>
      <Panel>
        <Facts
          of={[
            fact(t('admins.field.name'), user?.name),
            fact(t('admins.field.username'), user?.username),
            fact(
              t('admins.field.role'),
              <>
                {user?.roleName ? roleName({ role: user.role, name: user.roleName }) : t('account.noRole')}
                {user?.pendingRole && (
                  <span className="person-pending">
                    {t('people.pendingRole', { role: roleName(user.pendingRole) })}
                  </span>
                )}
              </>,
            ),
          ]}
        />
      </Panel>
      <Panel id="password" heading={t('account.password')}>
        <p className="blank">{t(user?.hasPassword ? 'account.passwordEnds' : 'account.passwordNone')}</p>
        {user?.hasPassword && <PasswordForm occasion="later" />}
      </Panel>
      <SecondFactors />
      <MailWish />
      <AppTokens permissions={permissions.list} />
      <Sessions />
    </section>
  )
}
