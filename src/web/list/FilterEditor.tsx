/** One filter of the list: its form, and the word of the URL once it is applied. */
import { type SubmitEvent, useId, useState } from 'react'
import { type WordMeaning, type Filter, readWord } from '#contract/filters.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { isWord, wordFor } from './filter-state.ts'
import type { ListView } from './list-view.ts'
import { FilterValues } from './FilterValues.tsx'
import { Button } from '../ui/Button.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import './filters.css'

interface FilterEditorProps {
  view: ListView
  name: string
  onDone: () => void
}

type How = WordMeaning['for']

export function FilterEditor({ view, name, onDone }: FilterEditorProps) {
  const t = useText()
  const textOr = useTextOr()
  const kind = view.kinds[name] ?? { kind: 'text' }
  const word = view.state.filters[name]
  const [asked, setAsked] = useState<WordMeaning>(() =>
    word === undefined ? emptyOf(waysOf(kind)[0]) : readWord(kind, word),
  )
  const [refused, setRefused] = useState(false)
  const problemId = useId()
  const field = textOr(`${view.name}.field.${name}`, name)
  const ways = [...waysOf(kind), ...(view.canBeBlank(name) ? (['blank', 'filled'] as const) : [])]

  function apply(event: SubmitEvent) {
    event.preventDefault()
    const next = wordFor(asked)
    if (next !== undefined && !isWord(kind, next)) return setRefused(true)
    onDone()
    view.show({ [name]: next })
  }

  return (
    <form ref={focusFirst} className="filter-editor" noValidate onSubmit={apply} aria-describedby={problemId}>
      <h2>{field}</h2>
      {ways.length > 1 && (
        <NativeSelect<How>
          aria-label={t('listTools.how', { field })}
          value={asked.for}
          options={ways.map((way) => ({ value: way, label: t(`listTools.how.${way}`) }))}
          onChange={(way) => way && setAsked(emptyOf(way))}
        />
      )}
      <FilterValues
        list={view.name}
        name={name}
        kind={kind}
        asked={asked}
        surveyId={view.state.filters['surveyId']}
        onChange={(next) => {
          setRefused(false)
          setAsked(next)
        }}
      />
      <p id={problemId} className="filter-problem" role="alert">
        {refused && t(kind.kind === 'day' || kind.kind === 'number' ? 'listTools.badRange' : 'listTools.badWord')}
      </p>
      <div className="filter-buttons">
        {word !== undefined && (
          <Button
            onClick={() => {
              onDone()
              view.show({ [name]: undefined })
            }}
          >
            {t('listTools.removeFilter')}
          </Button>
        )}
        <Button look="primary" type="submit">
          {t('listTools.apply')}
        </Button>
      </div>
    </form>
  )
}

/** Ways to ask, the usual one first. */
function waysOf({ kind }: Filter): [How, ...How[]] {
  switch (kind) {
    case 'text':
      return ['containing', 'equal']
    case 'number':
    case 'day':
      return ['between']
    case 'oneOf':
    case 'yesNo':
    case 'record':
    case 'unit':
      return ['among']
  }
}

function emptyOf(how: How): WordMeaning {
  switch (how) {
    case 'blank':
    case 'filled':
      return { for: how }
    case 'containing':
    case 'equal':
      return { for: how, text: '' }
    case 'among':
      return { for: how, values: [] }
    case 'between':
      return { for: how, from: undefined, to: undefined }
  }
}

/** Focuses the value before the kind of condition, which is mostly right already. */
function focusFirst(form: HTMLFormElement | null): void {
  const fields = form?.querySelectorAll<HTMLElement>('input, select, button[type=submit]')
  const [first, second] = fields ?? []
  const target = first?.tagName === 'SELECT' ? second : first
  target?.focus()
}
