/** What the search has found so far, in groups, and in words how it went. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { type Hit, type SearchHits, type SourceKey, sourceKeys, sources } from './sources.ts'
import { useQueries } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { useSession } from '../api/session.ts'
import { useLocale } from '../i18n/locale.ts'
import type { Locale } from '#domain/text/locale.ts'
import type { MenuRoute } from '#contract/menu.ts'
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

/** One letter finds half of the house. */
const fewest = 2
const restMs = 200

interface Group {
  key: 'screens' | SourceKey
  hits: Hit[]
  /** More than are shown: the list that shows all. */
  all: { to: string; total: number } | undefined
}

function useSearch(text: string) {
  const { routes, permissions } = useSession()
  const locale = useLocale()
  const q = useRested(text.trim())
  const isLong = q.length >= fewest
  const asked = sourceKeys.filter((key) => permissions.list.includes(sources[key].needs))
  const answers = useQueries({
    queries: asked.map((key) => ({
      queryKey: ['search', key, q],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<SearchHits> => sources[key].find(q, signal),
      enabled: isLong,
      throwOnError: false as const,
    })),
  })
  const records = asked.flatMap((key, index): Group[] => {
    const { hits = [], total = 0 } = answers[index]?.data ?? {}
    if (!isLong || hits.length === 0) return []
    const all = total > hits.length ? { to: sources[key].list + encodeURIComponent(q), total } : undefined
    return [{ key, hits, all }]
  })
  const screens = screensNamed(routes, text, locale)
  return {
    groups: [...(screens.length > 0 ? [{ key: 'screens' as const, hits: screens, all: undefined }] : []), ...records],
    isSearching: q !== text.trim() || (isLong && answers.some(({ isFetching }) => isFetching)),
    failed: asked.filter((_, index) => isLong && (answers[index]?.error as ApiError | null) !== null),
  }
}

/** Screens of the menu by their names; all of them while nothing is typed. */
function screensNamed(routes: readonly MenuRoute[], text: string, locale: Locale): Hit[] {
  const wanted = text.trim().toLocaleLowerCase()
  return routes
    .filter(({ route, menuParentId }) => route !== '' && menuParentId !== '-1' && !route.includes('{'))
    .map((route) => ({ name: locale === 'en' ? route.name : route[locale].name, detail: '', to: route.route }))
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}

/** The text once no letter has come for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
