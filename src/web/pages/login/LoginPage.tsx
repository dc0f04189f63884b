/** Sign-in: plain controls, no component library, so that it is there at once. */
import { useState } from 'react'
import { languages, locales } from '#domain/text/locale.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { Link, useSearchParams } from 'react-router'
import { basePath, demoUsers, hasMail, houseName, signOnProviders } from '../../api/page-settings.ts'
import { takeNotice } from '../../api/session-end.ts'
import { errorText } from '../../api/error-text.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LoginForm } from './LoginForm.tsx'
import './login.css'

export function LoginPage() {
  const t = useBasicText()
  const [notice] = useState(takeNotice)
  return (
    <div className="login">
      <title>{`${t('login.title')} · Canvass`}</title>
      <aside className="login-brand">
        <div className="login-name">
          <Logo size={36} />
          <span>{houseName}</span>
        </div>
        <div className="login-pitch">
          <p className="login-tagline">{t('login.tagline')}</p>
          <p>{t('login.about')}</p>
        </div>
        <ol className="login-chain">
          <li>{t('login.step.ask')}</li>
          <li>{t('login.step.answer')}</li>
          <li>{t('login.step.review')}</li>
          <li>{t('login.step.pay')}</li>
        </ol>
      </aside>
      <main className="login-main">
        <Languages />
        <div className="login-card">
          <h1>{t('login.title')}</h1>
          <p className="login-lead">{t('login.lead')}</p>
          {notice && (
            <output className="note tone-warning">
              {notice.kind === 'expired' ? t('errors.UNAUTHORIZED') : errorText(notice.error, t)}
            </output>
          )}
          <LoginForm />
          {signOnProviders.map(([name, title]) => (
            <a key={name} className="button" href={`${basePath}/api/v1/auth/sign-on/${name}${location.search}`}>
              {t('login.signOn', { provider: title })}
            </a>
          ))}
          {hasMail && <a href={`${basePath}/password?lang=${currentLocale()}`}>{t('login.forgot')}</a>}
          {demoUsers !== '' && <p className="login-demo">{t('login.demo', { users: demoUsers })}</p>}
        </div>
        <footer className="login-footer">© 2024 Canvass</footer>
      </main>
    </div>
  )
}

/** Real links: the language before sign-in is the page's `?lang=`, and the way back is kept. */
function Languages() {
  const t = useBasicText()
  const [search] = useSearchParams()
  return (
    <nav className="login-languages" aria-label={t('language.label')}>
      {locales.map((locale) => {
        const query = new URLSearchParams(search)
        query.set('lang', locale)
        return (
          <Link
            key={locale}
            to={`?${query.toString()}`}
            replace
            lang={languages[locale].tag}
            hrefLang={languages[locale].tag}
            aria-current={locale === currentLocale() ? 'true' : undefined}
          >
            {t(`language.${locale}`)}
          </Link>
        )
      })}
    </nav>
  )
}
