import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import type { ListView } from '../../list/list-view.ts'

/** Asks on Enter or when it is left: a number is looked for whole, half of one would only find nothing. */
export function SubjectNumber({ view }: { view: ListView }) {
  const t = useText()
  const value = view.state.filters['subjectId'] ?? ''
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // Back, a link and the clearing of all filters change the URL without us.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }

  function ask(text: string) {
    const word = text.trim()
    if (word !== value) view.show({ subjectId: word })
  }

  return (
    <TextInput
      type="search"
      className="log-text"
      aria-label={t('logs.field.subjectId')}
      placeholder={t('logs.field.subjectId')}
      maxLength={100}
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
