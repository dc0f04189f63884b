import type { QuestionType, Validation } from '#domain/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'

type Bound = 'min' | 'max' | 'maxLength'

const boundsOf: Partial<Record<QuestionType, readonly Bound[]>> = {
  TEXT: ['maxLength'],
  LONG_TEXT: ['maxLength'],
  INTEGER: ['min', 'max'],
  DECIMAL: ['min', 'max'],
  MULTIPLE: ['min', 'max'],
  RATING: ['max'],
}

/** Smallest and greatest number, or the greatest length; nothing for types without bounds. */
export function BoundsField() {
  const t = useText()
  const { values, set } = useForm()
  const bounds = boundsOf[values['type'] as QuestionType]
  if (!bounds) return null
  const validation = (values['validation'] ?? {}) as Validation

  function change(bound: Bound, value: number | null) {
    const { [bound]: _before, ...others } = validation
    set('validation', value === null ? others : { ...others, [bound]: value })
  }

  return (
    <FieldFrame name="validation">
      {(control) => (
        <div className="bounds">
          {bounds.map((bound, index) => (
            <NumberInput
              key={bound}
              {...control}
              id={index === 0 ? control.id : `${control.id}-${bound}`}
              aria-label={t(`questions.bound.${bound}`)}
              placeholder={t(`questions.bound.${bound}`)}
              value={validation[bound] ?? null}
              onChange={(value) => change(bound, value)}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
