/** A number on a scale: a slider with the number beside it. */
import { scaleOf } from '#domain/surveys/survey.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'
import type { FieldProps } from './field.ts'

export function RangeField({ question, value, control, onAnswer }: FieldProps) {
  const { language, say } = useAsking()
  const { min, max, step } = scaleOf(question)
  const isAnswered = typeof value === 'number'
  const { 'aria-required': _required, ...own } = control
  const take = (text: string) => onAnswer(Number(text))
  return (
    <>
      <div className="q-range" data-answered={isAnswered}>
        <span className="q-hint">{numberIn(language, min)}</span>
        <input
          {...own}
          type="range"
          min={min}
          max={max}
          step={step}
          value={isAnswered ? value : min}
          aria-valuetext={isAnswered ? numberIn(language, value) : say('unanswered')}
          onChange={(event) => take(event.target.value)}
          // The end where the slider begins is an answer once it is pressed.
          onPointerUp={(event) => take(event.currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' || key === ' ') take(currentTarget.value)
          }}
        />
        <span className="q-hint">{numberIn(language, max)}</span>
        <output htmlFor={control.id}>{isAnswered ? numberIn(language, value) : '–'}</output>
      </div>
      {isAnswered && (
        <Button look="link" size="small" className="q-clear" onClick={() => onAnswer(undefined)}>
          {say('clear')}
        </Button>
      )}
    </>
  )
}
