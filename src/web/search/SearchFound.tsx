/** What the search has found so far, in groups, and in words how it went. */
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import type { Hit } from './sources.ts'
import { type Group, useSearch } from './use-search.ts'
import './search.css'

export interface SearchFoundProps {
  text: string
  /** Enter was pressed on this text: the first one found opens, as soon as it is certain. */
  isEntered: boolean
  onOpen: () => void
}

export function SearchFound({ text, isEntered, onOpen }: SearchFoundProps) {
  const t = useText()
  const navigate = useNavigate()
  const { groups, isSearching, failed } = useSearch(text)
  const first = groups[0]?.hits[0]
  const isNothing = text.trim() !== '' && !first && !isSearching && failed.length === 0
  // Screens come before all records: a screen stays the first.
  const opened = isEntered && (groups[0]?.key === 'screens' || !isSearching) ? first?.to : undefined

  useEffect(() => {
    if (opened === undefined) return
    onOpen()
    void navigate(opened)
  }, [opened, onOpen, navigate])

  return (
    <>
      <div className="search-found">
        {groups.map((group) => (
          <FoundGroup key={group.key} group={group} onOpen={onOpen} />
        ))}
      </div>
      <output className="search-said">
        {isSearching && t('search.searching')}
        {isNothing && t('search.nothing')}
        {failed.length > 0 && t('search.failed', { lists: failed.map((key) => t(`search.group.${key}`)).join(', ') })}
      </output>
    </>
  )
}

function FoundGroup({ group: { key, hits, all }, onOpen }: { group: Group; onOpen: () => void }) {
  const t = useText()
  return (
    <section aria-labelledby={`search-${key}`}>
      <h3 id={`search-${key}`}>{t(`search.group.${key}`)}</h3>
      <ul>
        {hits.map(({ name, detail, to, payment }) => (
          <li key={to}>
            <Link to={to} className="search-hit" onClick={onOpen}>
              <span>{name}</span>
              <span className="search-detail">
                {payment && <PaymentWords {...payment} />}
                {detail}
              </span>
            </Link>
          </li>
        ))}
        {all && (
          <li>
            <Link to={all.to} className="search-hit search-detail" onClick={onOpen}>
              {t('search.all', { count: all.total })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function PaymentWords({ amount, currency, status }: NonNullable<Hit['payment']>) {
  const textOr = useTextOr()
  const format = useFormat()
  return `${format.money(amount, currency)} · ${textOr(`payments.status.${status}`, status)} · `
}
