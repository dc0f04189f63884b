/** An administrative unit or a site: looked up by its name, or its code as it is typed. */
import { useEffect, useState } from 'react'
import { type FoundPlace, type FoundPlaces, useAsking } from '../asking.tsx'
import { Button } from '../../ui/Button.tsx'
import { numberIn } from '../format.ts'
import type { FieldProps } from './field.ts'
import { TextField } from './TextField.tsx'

const pauseMs = 250
const nothing: FoundPlaces = { places: [], total: 0 }

type Find = (text: string) => Promise<FoundPlaces>

export function PlaceField(props: FieldProps) {
  const { sources } = useAsking()
  const find = props.question.type === 'SITE' ? sources.findSites : sources.findUnits
  return find ? <Lookup {...props} find={find} /> : <TypedCode {...props} />
}

function TypedCode(props: FieldProps) {
  const { say } = useAsking()
  return (
    <div>
      <label htmlFor={props.control.id}>{say('code')}</label>
      <TextField {...props} />
    </div>
  )
}

function Lookup({ value, control, onAnswer, find }: FieldProps & { find: Find }) {
  const { language, say, names } = useAsking()
  const [text, setText] = useState('')
  const { places, total, state } = useFound(text, find)
  const isChosen = typeof value === 'string'

  function choose({ code, name }: FoundPlace) {
    names.set(code, name)
    onAnswer(code)
  }

  if (isChosen)
    return (
      <div className="q-stored">
        <strong>{names.get(value) ?? value}</strong>
        <Button size="small" onClick={() => onAnswer(undefined)}>
          {say('change')}
        </Button>
      </div>
    )
  return (
    <>
      <label htmlFor={control.id}>{say('lookUp')}</label>
      <input
        {...control}
        type="search"
        className="q-input"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // The page is not sent by it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <output className="q-hint">{say(state, { count: numberIn(language, total) })}</output>
      <ul className="q-found">
        {places.map((each) => (
          <li key={each.code}>
            <button type="button" onClick={() => choose(each)}>
              <span>{each.name}</span> <span className="q-hint">{each.code}</span>
            </button>
          </li>
        ))}
      </ul>
      {total > places.length && (
        <p className="q-hint">{say('more', { count: numberIn(language, total - places.length) })}</p>
      )}
    </>
  )
}

/** What is found of the text, after a pause in typing. */
function useFound(text: string, find: Find) {
  const [found, setFound] = useState(nothing)
  const [state, setState] = useState<'typeToFind' | 'searching' | 'found' | 'nothingFound' | 'searchFailed'>(
    'typeToFind',
  )
  const wanted = text.trim()
  useEffect(() => {
    let isWanted = true
    const show = (places: FoundPlaces, now: typeof state) => {
      if (!isWanted) return
      setFound(places)
      setState(now)
    }
    if (wanted === '') return show(nothing, 'typeToFind')
    const look = async () => {
      show(nothing, 'searching')
      try {
        const now = await find(wanted)
        show(now, now.total === 0 ? 'nothingFound' : 'found')
      } catch {
        show(nothing, 'searchFailed')
      }
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [wanted, find])
  return { ...found, state }
}
