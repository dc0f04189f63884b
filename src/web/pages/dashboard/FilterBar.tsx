/** Which days and which survey the figures are of; the address keeps both. */
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { daysAfter, daysFrom } from '#domain/text/calendar.ts'
import { useText } from '../../i18n/text.ts'
import { SurveyLookup } from '../../survey/SurveyLookup.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import type { DashboardFilter } from './use-dashboard.ts'

const lengths = [7, 30, 90, 365]

interface FilterBarProps {
  filter: DashboardFilter
  span: { from: string; to: string } | undefined
  canSearch: boolean
}

export function FilterBar({ filter, span, canSearch }: FilterBarProps) {
  const t = useText()
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const length = span ? daysFrom(span.from, span.to) + 1 : 30

  function show(words: Record<string, string | undefined>) {
    const next = new URLSearchParams(search)
    for (const [name, word] of Object.entries(words)) {
      if (word === undefined) next.delete(name)
      else next.set(name, word)
    }
    setSearch(next, { preventScrollReset: true })
  }

  function ofDays(days: number) {
    const today = new Date().toISOString().slice(0, 10)
    show({ from: days === 30 ? undefined : daysAfter(today, 1 - days), to: undefined })
  }

  const { surveyId } = filter
  return (
    <div className="dashboard-filter">
      <label className="visually-hidden" htmlFor={id}>
        {t('dashboard.days')}
      </label>
      <NativeSelect<number>
        id={id}
        value={length}
        options={[...new Set([...lengths, length])].map((days) => ({
          value: days,
          label: t(filter.to !== undefined && days === length ? 'dashboard.chosenDays' : 'dashboard.lastDays', {
            days,
          }),
        }))}
        onChange={(days = 30) => ofDays(days)}
      />
      {canSearch && (
        <SurveyLookup
          className="dashboard-survey"
          value={surveyId}
          onChange={(id) => show({ surveyId: id === undefined ? undefined : String(id) })}
        />
      )}
    </div>
  )
}
