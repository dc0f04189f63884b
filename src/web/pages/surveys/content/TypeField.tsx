import { withLook } from '#domain/surveys/appearances.ts'
import { questionTypes, type QuestionType, type Validation } from '#domain/surveys/survey.ts'
import { questionProblems } from '#domain/publishing/survey-rules.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'
import { FixedField, useFirstVersion } from './FixedField.tsx'

/** The type of a question; with it change the bounds that fit. */
export function TypeField() {
  const t = useText()
  const { values, set, readOnly } = useForm()
  const since = useFirstVersion()
  const type = values['type'] as QuestionType

  if (since !== null) {
    return (
      <FixedField name="type" since={since}>
        {t(`questions.type.${type}`)}
      </FixedField>
    )
  }
  return (
    <FieldFrame name="type">
      <Select<QuestionType>
        className="field-wide"
        disabled={readOnly}
        showSearch={{ optionFilterProp: 'label' }}
        value={type}
        options={questionTypes.map((value) => ({ value, label: t(`questions.type.${value}`) }))}
        onChange={(next) => {
          set('type', next)
          set('appearance', withLook({ type, appearance: values['appearance'] as string | null }, undefined))
          if (next !== 'SINGLE' && next !== 'MULTIPLE' && values['list']) set('list', null)
          set('validation', fittingBounds(next, values['validation'] ?? {}))
        }}
      />
    </FieldFrame>
  )
}

/** The bounds without those that do not fit the type: the server would refuse them, unseen. */
function fittingBounds(type: QuestionType, validation: Validation): Validation {
  const unfit = questionProblems({ code: 'x', type, validation })
    .filter(({ code }) => code === 'NOT_FOR_TYPE')
    .map(({ path }) => path)
  return Object.fromEntries(Object.entries(validation).filter(([bound]) => !unfit.includes(`validation.${bound}`)))
}
