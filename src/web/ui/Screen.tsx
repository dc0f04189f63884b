/**
 * Screens that say why there is no page: 403, 404, a script that did not come, an error. Plain elements only: they must
 * stand when nothing else could be loaded.
 */
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useBasicText } from '../i18n/basic.ts'
import { homePath } from '../api/redirect.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Logo } from './Logo.tsx'
import './screen.css'

interface ScreenProps {
  code: string
  title: string
  text: string
  children: ReactNode
}

function Screen({ code, title, text, children }: ScreenProps) {
  return (
    <section className="screen" role="alert">
      <span className="code">{code}</span>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </section>
  )
}

/** `text`: instead of the usual words. */
export function NotFoundScreen({ text }: { text?: string | undefined }) {
  const t = useBasicText()
  return (
    <Screen code="404" title={t('screen.notFound.title')} text={text ?? t('screen.notFound.text')}>
      <ButtonLink look="primary" to={homePath}>
        {t('screen.home')}
      </ButtonLink>
    </Screen>
  )
}

/** Says which screen it is and what is missing (product.md §2: not allowed is its own screen, not a 404). `role`: '' for none. */
export function ForbiddenScreen({ screen, needs, role }: { screen: string; needs: string; role: string }) {
  const t = useBasicText()
  return (
    <Screen
      code="403"
      title={t('screen.forbidden.title', { screen })}
      text={t(role === '' ? 'screen.forbidden.noRole' : 'screen.forbidden.text', { role, permission: needs })}
    >
      <ButtonLink look="primary" to={homePath}>
        {t('screen.home')}
      </ButtonLink>
    </Screen>
  )
}

/** The error boundary of a route. */
export function ErrorScreen() {
  const t = useBasicText()
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  return (
    <Screen code={t('screen.error.code')} title={t('screen.error.title')} text={t('screen.error.text')}>
      <Button look="primary" onClick={() => location.reload()}>
        {t('screen.reload')}
      </Button>
      <ButtonLink to={homePath} reloadDocument>
        {t('screen.home')}
      </ButtonLink>
    </Screen>
  )
}

export function BootScreen() {
  return (
    <div className="boot">
      <Logo size={48} />
    </div>
  )
}
