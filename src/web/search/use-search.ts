/** What a text finds: screens at once, records a moment after the last letter. */
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useSession } from '../api/session.ts'
import { useLocale } from '../i18n/locale.ts'
import type { Locale } from '#domain/text/locale.ts'
import type { MenuRoute } from '#contract/menu.ts'
import { type SearchHits, type Hit, type SourceKey, sourceKeys, sources } from './sources.ts'

/** One letter finds half of the house. */
const fewest = 2
const restMs = 200

export interface Group {
  key: 'screens' | SourceKey
  hits: Hit[]
  /** More than are shown: the list that shows all. */
  all: { to: string; total: number } | undefined
}

export interface SearchResult {
  groups: Group[]
  isSearching: boolean
  /** Lists that could not be asked. */
  failed: SourceKey[]
}

export function useSearch(text: string): SearchResult {
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
