/** A line on the earth: its points one below the other, typed or taken where the device is. */
import { pointsOf } from '#domain/answers/lines.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import { lineText } from '../format.ts'
import { plainText } from '../given.ts'
import { type FieldProps, useTyped } from './field.ts'
import { useLocating } from './PointField.tsx'

/** An area ends where it begins: people write that point once. */
export function LineField({ question, value, control, onAnswer }: FieldProps) {
  const { language, say } = useAsking()
  const isArea = question.type === 'GEOSHAPE'
  const line = plainText(value)
  const read = (text: string) => (isArea ? closed(lineOf(text)) : lineOf(text))
  const pointsIn = (text: string) => (isArea ? opened(text) : text.split(/;\s*/))
  const [shown, take] = useTyped(value, { read, write: (line) => pointsIn(plainText(line)).join('\n') })
  const { state, locate } = useLocating(({ latitude, longitude, accuracy }) =>
    onAnswer(read(`${pointsIn(line).join(';')}; ${latitude} ${longitude} 0 ${accuracy}`)),
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

function closed(line: string | undefined): string | undefined {
  const points = line?.split('; ') ?? []
  return points.length > 2 && points[0] !== points.at(-1) ? `${line}; ${points[0]}` : line
}

function opened(line: string): string[] {
  const points = line.split(/;\s*/)
  return points.length > 1 && points[0] === points.at(-1) ? points.slice(0, -1) : points
}
