/** A line on the earth: its points one below the other, typed or taken where the device is. */
import { pointsOf } from '#domain/answers/lines.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.ts'
import { lineText } from '../format.ts'
import { plainText } from '../given.ts'
import { type FieldProps, useTyped } from './field.ts'
import { useLocating } from './PointField.tsx'

export function LineField({ value, control, onAnswer }: FieldProps) {
  const { language, say } = useAsking()
  const [shown, take] = useTyped(value, { read: lineOf, write: (line) => plainText(line).replaceAll(/;\s*/g, '\n') })
  const line = plainText(value)
  const { state, locate } = useLocating(({ latitude, longitude, accuracy }) =>
    onAnswer(lineOf(`${line}; ${latitude} ${longitude} 0 ${accuracy}`)),
  )
  return (
    <>
      <p className="q-hint">{say('lineHint')}</p>
      <textarea
        {...control}
        className="q-input"
        rows={4}
        spellCheck={false}
        value={shown}
        onChange={(event) => onAnswer(take(event.target.value))}
      />
      <Button loading={state === 'locating'} onClick={locate}>
        {say('addPoint')}
      </Button>
      <output className="q-hint">
        {state ? say(state) : pointsOf(line).length > 1 && lineText(line, { language, say })}
      </output>
    </>
  )
}

/** The points as forms write them. A comma inside a number stays, which the validator says. */
function lineOf(text: string): string | undefined {
  const points = text.split(/[;\n]/).map((point) => point.replaceAll(/,?\s+/g, ' ').trim())
  return points.filter((point) => point !== '').join('; ') || undefined
}
