/** One card: loads, fails and is empty by itself, and leads on to the screen that it sums up. */
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import type { CardCall } from './use-dashboard.ts'

interface CardProps<Answer> {
  title: string
  asked: CardCall<Answer>
  /** The room that it keeps from the beginning, so that nothing moves when it is filled. */
  room: 'mine' | 'figure' | 'chart' | 'list' | 'map'
  /** Said when there is nothing; undefined: there is something. */
  empty: (answer: Answer) => string | undefined
  link: { to: string; text: string }
  children: (answer: Answer) => ReactNode
}

export function Card<Answer>({ title, asked, room, empty, link, children }: CardProps<Answer>) {
  const t = useText()
  const basic = useBasicText()
  const id = useId()
  const { data, error, refetch, isFetching } = asked
  const nothing = data === undefined ? undefined : empty(data)
  return (
    <article
      className="panel dashboard-card"
      data-room={room}
      data-empty={nothing !== undefined}
      aria-labelledby={id}
      aria-busy={isFetching}
    >
      <h3 id={id}>{title}</h3>
      {error && (
        <div className="dashboard-failed" role="alert">
          <p>
            <strong>{t('dashboard.failed')}</strong> {errorText(error, basic)}
          </p>
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {!error && data === undefined && <CardBones />}
      {!error && nothing !== undefined && <p className="dashboard-empty">{nothing}</p>}
      {!error && data !== undefined && nothing === undefined && children(data)}
      <footer>
        <Link to={link.to} className={room === 'mine' && nothing === undefined ? 'button primary' : undefined}>
          {link.text}
        </Link>
      </footer>
    </article>
  )
}

function CardBones() {
  return (
    <div className="dashboard-bones" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
