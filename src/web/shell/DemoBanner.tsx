/** The line over every screen of a house with demo data, and the tour of that house. The address names the stop. */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { tourFor } from '#domain/people/tour.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/text.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import './demo-banner.css'

/** Stays for as long as there are demo data, so that no user takes made-up people and payments for real ones. */
export function DemoBanner() {
  const t = useText()
  const { permissions } = useSession()
  // On a phone in one line.
  const isPhone = useMedia(phone)
  const navigate = useNavigate()
  const { hash } = useLocation()
  const stops = tourFor(new Set(permissions.list)).map(({ stop, path }) => ({ stop, to: `${path}#tour-${stop}` }))
  const named = stops.findIndex(({ stop }) => hash === `#tour-${stop}`)
  // The card stays while the person walks about between two stops.
  const [at, setAt] = useState(named)
  const [seen, setSeen] = useState(hash)
  if (hash !== seen) {
    setSeen(hash)
    if (named >= 0) setAt(named)
  }
  const begin = useRef<HTMLAnchorElement>(null)
  const card = useRef<HTMLElement>(null)
  // After the shell, which gives the focus to a new screen.
  useEffect(() => {
    if (at >= 0) queueMicrotask(() => card.current?.focus())
  }, [at])

  function end() {
    setAt(-1)
    begin.current?.focus()
    if (named >= 0) void navigate({ search: location.search, hash: '' }, { replace: true, preventScrollReset: true })
  }

  const [stop, next] = stops.slice(at < 0 ? stops.length : at)
  return (
    <>
      {t(isPhone ? 'demo.short' : 'demo.banner')}{' '}
      <Link ref={begin} className="demo-tour" to={stops[0]?.to ?? ''}>
        {t('demo.tour')}
      </Link>
      {stop && (
        <section ref={card} className="tour" aria-labelledby="tour" aria-describedby="tour-what" tabIndex={-1}>
          <h2 id="tour">{t('demo.stop', { stop: at + 1, count: stops.length })}</h2>
          <p id="tour-what">{t(`demo.stop.${stop.stop}`)}</p>
          <footer>
            <Button onClick={end}>{t(next ? 'demo.skip' : 'demo.end')}</Button>
            {next && (
              <ButtonLink look="primary" to={next.to}>
                {t('demo.next')}
              </ButtonLink>
            )}
          </footer>
        </section>
      )}
    </>
  )
}
