import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import type { Selection } from './use-selection.ts'

/** How many rows are chosen, on this page and others, and what may be done with them. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const t = useText()
  const count = selection.chosen.length
  return (
    <output className="list-selection" data-shown={count > 0}>
      {count > 0 && (
        <>
          <strong>{t('list.chosen', { count })}</strong>
          {children}
          <Button type="text" onClick={selection.clear}>
            {t('list.clearChosen')}
          </Button>
        </>
      )}
    </output>
  )
}
