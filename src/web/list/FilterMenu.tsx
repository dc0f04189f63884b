/** Which of the list's fields to narrow by, then how. */
import { useState } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import type { ListView } from './list-view.ts'
import { FilterEditor } from './FilterEditor.tsx'
import '../ui/popup-menu.css'
import './filters.css'

export function FilterMenu({ view, onDone }: { view: ListView; onDone: () => void }) {
  const t = useText()
  const textOr = useTextOr()
  const [name, setName] = useState<string>()
  if (name !== undefined) return <FilterEditor key={name} view={view} name={name} onDone={onDone} />
  return (
    <div className="filter-menu menu-entries">
      <h2>{t('listTools.filterBy')}</h2>
      <ul>
        {Object.keys(view.kinds).map((field) => (
          <li key={field}>
            <button type="button" onClick={() => setName(field)}>
              {textOr(`${view.name}.field.${field}`, field)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
