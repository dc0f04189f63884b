import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import type { ListView } from '../../list/list-view.ts'

interface TextFilterProps {
  view: ListView
  name: 'actor' | 'subjectId' | 'address'
  hint?: string
  maxLength: number
}

/** Asks on Enter or when it is left: these are looked for whole, half a word would only find nothing. */
export function TextFilter({ view, name, hint, maxLength }: TextFilterProps) {
  const t = useText()
  const value = view.state.filters[name] ?? ''
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // Back, a link and the clearing of all filters change the URL without us.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }

  function ask(text: string) {
    const word = text.trim()
    if (word !== value) view.show({ [name]: word })
  }

  return (
    <TextInput
      type="search"
      className="log-text"
      aria-label={t(`logs.field.${name}`)}
      placeholder={t(`logs.field.${name}`)}
      title={hint}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') ask('')
      }}
      onKeyDown={({ key }) => key === 'Enter' && ask(typed)}
      onBlur={() => ask(typed)}
    />
  )
}
