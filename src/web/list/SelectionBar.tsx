import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { useNarrowingWords } from './use-filter-words.ts'
import type { ListView } from './list-view.ts'
import type { Selection } from './use-selection.ts'
import { Button } from '../ui/Button.tsx'

interface SelectionBarProps {
  view: ListView
  selection: Selection
  /** How many match the filter, where all of them can be chosen beyond the rows that were ticked. */
  matches: number | undefined
  children: ReactNode
}

/** How many rows are chosen, on this page and others, and what may be done with them. */
export function SelectionBar({ view, selection, matches, children }: SelectionBarProps) {
  const t = useText()
  const { chosen, matching } = selection
  const count = matching?.count ?? chosen.length
  const isOffered = matches !== undefined && !matching && matches > count
  return (
    <output className="list-selection" data-shown={count > 0}>
      {count > 0 && (
        <>
          <strong>{t(matching ? 'list.chosenMatching' : 'list.chosen', { count })}</strong>
          {selection.isElsewhere && matching && <FrozenFilter view={view} filter={matching.filter} />}
          {isOffered && (
            <Button look="link" onClick={() => selection.chooseMatching(matches)}>
              {t('list.chooseMatching', { count: matches })}
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

interface FrozenFilterProps {
  view: ListView
  filter: Readonly<Record<string, string>>
}

/** The list shows another filter by now: which one the selection was made under. */
function FrozenFilter({ view: { name, kinds }, filter }: FrozenFilterProps) {
  const t = useText()
  const words = useNarrowingWords(name, kinds, filter)
  return <span>{words.length === 0 ? t('list.chosenOfAll') : t('list.chosenUnder', { filter: words.join(', ') })}</span>
}
