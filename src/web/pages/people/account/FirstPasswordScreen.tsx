/** The only screen until a user has a password of their own, and the second factor that their role asks for. */
import { boot, signOut, useSession } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { loadLooks } from '../../../views/look-store.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import './account.css'

/** The menu and the looks were refused until now. A session that cannot be read any more ends when the page starts again. */
async function enter(): Promise<void> {
  const [known] = await Promise.all([boot(), loadLooks()])
  if (!known) location.reload()
}

export function FirstPasswordScreen() {
  const t = useText()
  const { user } = useSession()
  const isFirst = user?.mustChangePassword === true
  const title = t(isFirst ? 'account.firstTitle' : 'factors.firstTitle')

  return (
    <main className="first-password">
      <title>{`${title} · Canvass`}</title>
      <Panel>
        <header>
          <Logo size={32} />
          <Button look="text" onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </header>
        <h1>{title}</h1>
        <p>{t(isFirst ? 'account.firstText' : 'factors.firstText')}</p>
        <p className="blank">{user?.username}</p>
        {isFirst && <PasswordForm occasion="first" onChanged={enter} />}
      </Panel>
      {!isFirst && <SecondFactors onChanged={enter} />}
    </main>
  )
}
