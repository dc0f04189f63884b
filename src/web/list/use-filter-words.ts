/** The filters of a list in words: "Status: Active or inactive", "Created from 1 Jan 2026", "Company is blank". */
import { useQueries } from '@tanstack/react-query'
import { type WordMeaning, type Filter, type Filters, readWord } from '#contract/filters.ts'
import { ask } from '../api/query.ts'
import { type Format, useFormat, useText, useTextOr } from '../i18n/text.ts'
import { recordCalls } from '../api/record-calls.ts'
import { recordName } from '../i18n/record-name.ts'

export interface FilterText {
  name: string
  text: string
}

export function useFilterWords(list: string, kinds: Filters, filters: Readonly<Record<string, string>>): FilterText[] {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const typed = Object.entries(filters).flatMap(([name, word]) => {
    const kind = kinds[name]
    return kind === undefined ? [] : [{ name, kind, asked: readWord(kind, word) }]
  })
  const nameOf = useRecordNames(typed)

  function valueText({ name, kind }: Typed, value: string): string {
    if (kind.kind === 'yesNo') return t(value === 'true' ? 'list.filter.yes' : 'list.filter.no')
    if (kind.kind === 'oneOf') return textOr(`${list}.${name}.${value}`, value)
    return nameOf(recordOf(kind), value)
  }

  return typed.map((filter) => {
    const { name, kind, asked } = filter
    const field = textOr(`${list}.field.${name}`, name)
    switch (asked.for) {
      case 'blank':
      case 'filled':
        return { name, text: t(`list.filter.${asked.for}`, { field }) }
      case 'containing':
      case 'equal':
        return { name, text: t(`list.filter.${asked.for}`, { field, text: asked.text }) }
      case 'among': {
        const values = asked.values.map((value) => valueText(filter, value))
        return { name, text: t('list.filter.among', { field, values: format.either(values) }) }
      }
      case 'between': {
        const [from, to] = [asked.from, asked.to].map((end) => end && endText(kind, end, format))
        if (from === to) return { name, text: t('list.filter.among', { field, values: from }) }
        if (!to) return { name, text: t('list.filter.from', { field, from }) }
        return { name, text: from ? t('list.filter.between', { field, from, to }) : t('list.filter.to', { field, to }) }
      }
    }
  })
}

/** All that narrows a list, in words: its filters, then what is searched for. */
export function useNarrowingWords(
  list: string,
  kinds: Filters,
  { q = '', ...filters }: Readonly<Record<string, string>>,
): string[] {
  const t = useText()
  const words = useFilterWords(list, kinds, filters).map(({ text }) => text)
  return q === '' ? words : [...words, t('list.searchedFor', { q })]
}

interface Typed {
  name: string
  kind: Filter
  asked: WordMeaning
}

function endText(kind: Filter, end: string, format: Format): string {
  return kind.kind === 'day' ? format.utcDay(end) : format.number(Number(end))
}

/** The list whose records a filter names; '' for filters that name none. */
export function recordOf(kind: Filter): string {
  if (kind.kind === 'unit') return 'administrative-units'
  return kind.kind === 'record' ? kind.of : ''
}

/** Asked for one by one, and only while a filter names records; until then, and without the right, by their ids. */
function useRecordNames(typed: readonly Typed[]): (of: string, id: string) => string {
  const asked = typed.flatMap(({ kind, asked }) => {
    const of = recordOf(kind)
    return of === '' || asked.for !== 'among' ? [] : asked.values.map((id) => ({ of, id }))
  })
  return useQueries({
    queries: asked.map(({ of, id }) => {
      const { get } = recordCalls(of)
      const input = { params: { id } }
      return { queryKey: [get.path, input], queryFn: () => ask(get, input), staleTime: 60_000 }
    }),
    combine: (answers) => (of: string, id: string) => {
      const at = asked.findIndex((one) => one.of === of && one.id === id)
      return recordName((answers[at]?.data as { data?: object } | undefined)?.data, id)
    },
  })
}
