import { type Localized, type QuestionType, defaultRating, type Validation } from '#domain/surveys/survey.ts'
import { boundsOf } from '#domain/publishing/survey-rules.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { LocalizedControl } from './LocalizedControl.tsx'

const figures = ['min', 'max', 'step', 'maxLength'] as const

/** The bounds of an answer and the messages for a wrong and for a missing one. */
export function BoundsField() {
  const t = useText()
  const { values, set } = useForm()
  const type = values['type'] as QuestionType
  const fitting = boundsOf(type)
  const validation = (values['validation'] ?? {}) as Validation
  const numbers = figures.filter((bound) => fitting.includes(bound))
  const messages = (['message', 'requiredMessage'] as const).slice(fitting.length > 0 ? 0 : 1)
  const isRating = type === 'RATING'

  function change(bound: keyof Validation, value: number | string | Localized | null | undefined) {
    const { [bound]: _before, ...others } = validation
    const isNothing = value === null || value === undefined || value === ''
    set('validation', isNothing ? others : { ...others, [bound]: value })
  }

  return (
    <FieldFrame name="validation">
      {(control) => (
        <div className="bounds">
          {numbers.length > 0 && (
            <div className="bounds-figures">
              {numbers.map((bound, index) => (
                <NumberInput
                  key={bound}
                  {...control}
                  id={index === 0 ? control.id : `${control.id}-${bound}`}
                  aria-label={t(isRating ? 'questions.bound.stars' : `questions.bound.${bound}`)}
                  placeholder={isRating ? String(defaultRating) : t(`questions.bound.${bound}`)}
                  value={validation[bound] ?? null}
                  onChange={(value) => change(bound, value)}
                />
              ))}
            </div>
          )}
          {fitting.includes('regex') && (
            <TextInput
              {...control}
              id={`${control.id}-regex`}
              aria-label={t('questions.bound.regex')}
              placeholder={t('questions.bound.regex')}
              spellCheck={false}
              value={validation.regex ?? ''}
              onChange={(event) => change('regex', event.target.value)}
            />
          )}
          {messages.map((name) => (
            <details key={name} open={validation[name] !== undefined}>
              <summary>{t(`questions.bound.${name}`)}</summary>
              <LocalizedControl
                label={t(`questions.bound.${name}`)}
                texts={validation[name] ?? {}}
                onChange={(texts) => change(name, texts)}
                control={{ id: `${control.id}-${name}`, 'aria-describedby': control['aria-describedby'] }}
              />
            </details>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
