import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { useNarrowingWords } from './use-filter-words.ts'
import type { ListRow, ListTable } from './use-list-table.ts'
import { Button } from '../ui/Button.tsx'

interface SelectionBarProps<Row extends ListRow> {
  table: ListTable<Row>
  /** Whether everything that matches the filter can be chosen, beyond the rows that were ticked. */
  offersMatching: boolean
  children: ReactNode
}

/** How many rows are chosen, on this page and others, and what may be done with them. */
export function SelectionBar<Row extends ListRow>({ table, offersMatching, children }: SelectionBarProps<Row>) {
  const t = useText()
  const { selection, total } = table
  const { chosen, matching } = selection
  const count = matching?.count ?? chosen.length
  const offered = offersMatching && !matching && total > count && !table.isRefreshing
  return (
    <output className="list-selection" data-shown={count > 0}>
      {count > 0 && (
        <>
          <strong>{t(matching ? 'list.chosenMatching' : 'list.chosen', { count })}</strong>
          {selection.isElsewhere && matching && <FrozenFilter table={table} filter={matching.filter} />}
          {offered && (
            <Button look="link" onClick={() => selection.chooseMatching(total)}>
              {t('list.chooseMatching', { count: total })}
            </Button>
          )}
          {children}
          <Button look="text" onClick={selection.clear}>
            {t('list.clearChosen')}
          </Button>
        </>
      )}
    </output>
  )
}

interface FrozenFilterProps<Row extends ListRow> {
  table: ListTable<Row>
  filter: Readonly<Record<string, string>>
}

/** The list shows another filter by now: which one the selection was made under. */
function FrozenFilter<Row extends ListRow>({ table: { name, kinds }, filter }: FrozenFilterProps<Row>) {
  const t = useText()
  const words = useNarrowingWords(name, kinds, filter)
  return <span>{words.length === 0 ? t('list.chosenOfAll') : t('list.chosenUnder', { filter: words.join(', ') })}</span>
}
