import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { longestSearch } from './list-state.ts'
import { pauseMs } from '../ui/use-paused-search.ts'

export function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  // By the time the typing pauses the list may show something else, to which the word is added.
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })

  // The URL may change without us (Back, a link): then its word counts, and the search typed before it is dropped.
  useEffect(() => {
    if (value === asked.current) return
    clearTimeout(timer.current)
    asked.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string, afterMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const q = text.trim()
      if (q === asked.current) return
      asked.current = q
      latest.current(q)
    }, afterMs)
  }

  return (
    <search>
      <form
        className="list-search"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed, 0)
        }}
      >
        <SearchOutlined />
        <input
          type="search"
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          maxLength={longestSearch}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            // An input method writes letters before the word is chosen: those are not searched.
            if (!composing.current) search(event.target.value, pauseMs)
          }}
          onCompositionStart={() => (composing.current = true)}
          onCompositionEnd={(event) => {
            composing.current = false
            search(event.currentTarget.value, pauseMs)
          }}
        />
      </form>
    </search>
  )
}
