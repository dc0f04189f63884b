/** Options to be put in order, the best first: by drag, or by the two buttons of each. */
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { plainIn } from '#domain/answers/label-text.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import { moved, rankingOf } from '../choices.ts'
import { codesOf } from '../given.ts'
import { OptionText } from '../ShownMedia.tsx'
import type { FieldProps } from './field.ts'
import { useOffered } from './use-offered.ts'

type Way = 'up' | 'down'

export function RankField({ question, value, control, onAnswer }: FieldProps) {
  const { language, say } = useAsking()
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ code: string; way: Way }>(undefined)
  const dragged = useRef<string>(undefined)
  const [said, setSaid] = useState('')
  const order = rankingOf(useOffered(question), codesOf(value))
  const codes = order.map(({ code }) => code)

  // The browser takes the focus from what is put elsewhere.
  useEffect(() => {
    const { current } = pressed
    if (!current) return
    const row = list.current?.children[codes.indexOf(current.code)]
    row?.querySelector<HTMLElement>(`[data-way=${current.way}]`)?.focus()
    pressed.current = undefined
  })

  function put(code: string, to: number) {
    const from = codes.indexOf(code)
    if (to < 0 || to >= codes.length || from === to) return
    onAnswer(moved(codes, from, to))
    const option = order[from]
    const place = { place: String(to + 1), count: String(codes.length) }
    if (option) setSaid(say('ranked', { option: plainIn(option.text, language), ...place }))
  }

  /** Where the pointer is, an option gives its place to the one that is dragged. */
  function drag({ clientY }: PointerEvent) {
    if (dragged.current === undefined) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
    if (to !== -1) put(dragged.current, to)
  }

  /** The list keeps the pointer: a row that is put elsewhere would lose it. */
  function grip({ pointerId }: PointerEvent, code: string) {
    dragged.current = code
    list.current?.setPointerCapture(pointerId)
  }

  return (
    <>
      <ol
        ref={list}
        className="q-ranking"
        data-answered={value !== undefined}
        onPointerMove={drag}
        onLostPointerCapture={() => (dragged.current = undefined)}
      >
        {order.map(({ code, text, media }, place) => (
          <li key={code}>
            <span className="q-handle" aria-hidden onPointerDown={(event) => grip(event, code)}>
              ⠿
            </span>
            <span className="q-ranked">
              <OptionText text={textIn(text, language)} media={media} />
            </span>
            {(['up', 'down'] as const).map((way) => {
              const to = place + (way === 'up' ? -1 : 1)
              return (
                <button
                  key={way}
                  type="button"
                  id={place === 0 && way === 'down' ? control.id : undefined}
                  className="q-move"
                  data-way={way}
                  aria-label={say(way, { option: plainIn(text, language) })}
                  aria-disabled={to < 0 || to >= order.length}
                  onClick={() => {
                    pressed.current = { code, way }
                    put(code, to)
                  }}
                >
                  {way === 'up' ? '↑' : '↓'}
                </button>
              )
            })}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{said}</output>
      {value === undefined ? (
        <Button size="small" onClick={() => onAnswer(codes)}>
          {say('keepOrder')}
        </Button>
      ) : (
        <Button look="link" size="small" className="q-clear" onClick={() => onAnswer(undefined)}>
          {say('clear')}
        </Button>
      )}
    </>
  )
}
