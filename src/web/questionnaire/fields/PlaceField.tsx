/** An administrative unit or a site: looked up by its name, or its code as it is typed. */
import { useEffect, useState } from 'react'
import { useAsking, type FoundPlace } from '../asking.ts'
import { Button } from '../../ui/Button.tsx'
import type { FieldProps } from './field.ts'
import { TextField } from './TextField.tsx'

const pauseMs = 250

type Find = (text: string) => Promise<readonly FoundPlace[]>

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
  const { say, names } = useAsking()
  const [text, setText] = useState('')
  const { found, state } = useFound(text, find)
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
      <output className="q-hint">{say(state, { count: String(found.length) })}</output>
      <ul className="q-found">
        {found.map((each) => (
          <li key={each.code}>
            <button type="button" onClick={() => choose(each)}>
              <span>{each.name}</span> <span className="q-hint">{each.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is found of the text, after a pause in typing. */
function useFound(text: string, find: Find) {
  const [found, setFound] = useState<readonly FoundPlace[]>([])
  const [state, setState] = useState<'typeToFind' | 'searching' | 'found' | 'nothingFound' | 'searchFailed'>(
    'typeToFind',
  )
  const wanted = text.trim()
  useEffect(() => {
    let isWanted = true
    const show = (places: readonly FoundPlace[], now: typeof state) => {
      if (!isWanted) return
      setFound(places)
      setState(now)
    }
    if (wanted === '') return show([], 'typeToFind')
    const look = async () => {
      show([], 'searching')
      try {
        const places = await find(wanted)
        show(places, places.length === 0 ? 'nothingFound' : 'found')
      } catch {
        show([], 'searchFailed')
      }
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [wanted, find])
  return { found, state }
}
