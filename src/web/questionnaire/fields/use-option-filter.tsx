/** A text that finds options where there are many. */
import { useMemo, useState } from 'react'
import { plainLabel } from '#domain/answers/label-text.ts'
import { useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'

interface Option {
  text: string
}

/** A browser draws no more than these at once without a pause. */
const mostShown = 100

/** `options` stay the same object as long as they are the same; `isChosen`: what is chosen stays visible. */
export function useOptionFilter<Each extends Option>(
  options: readonly Each[],
  isChosen: (option: Each) => boolean,
  isOn: boolean,
) {
  const { language, say } = useAsking()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLocaleLowerCase()
  // Of a long file once, not at each key.
  const words = useMemo(
    () => (isOn ? options.map(({ text }) => plainLabel(text).toLocaleLowerCase()) : []),
    [options, isOn],
  )
  const found =
    isOn && wanted !== '' ? options.filter((each, at) => words[at]?.includes(wanted) || isChosen(each)) : options
  const shown = found.slice(0, mostShown)
  return {
    shown,
    search: isOn && (
      <input
        type="search"
        className="q-input"
        aria-label={say('filter')}
        placeholder={say('filter')}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
    ),
    more: found.length > shown.length && (
      <p className="q-hint">{say('more', { count: numberIn(language, found.length - shown.length) })}</p>
    ),
  }
}
