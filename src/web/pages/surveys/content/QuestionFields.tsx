/** The fields of a question. Which of them are offered depends on its type. */
import { type ReactNode, useState } from 'react'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { fileTypes, type QuestionType, questionTypes, type Validation } from '#domain/surveys/survey.ts'
import { SwitchControl } from '../../../form/controls.tsx'
import { useForm } from '../../../form/form-context.ts'
import { useText } from '../../../i18n/text.ts'
import { BoundsField } from './BoundsField.tsx'
import { QuestionCode } from './CodeField.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import { ListField } from './ListField.tsx'
import { LocalizedField } from './LocalizedField.tsx'
import { LookField } from './LookField.tsx'
import { withLook } from '#domain/surveys/appearances.ts'
import { questionProblems } from '#domain/publishing/survey-rules.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FixedField, useFirstVersion } from './FixedField.tsx'

interface QuestionFieldsProps {
  /** What it shows. */
  media?: ReactNode
  rules?: ReactNode
  /** Where the question is. */
  children: ReactNode
}

export function QuestionFields({ media, rules, children }: QuestionFieldsProps) {
  const { values } = useForm()
  const type = values['type'] as QuestionType
  const isAnswered = type !== 'NOTE'
  const isAsked = isAnswered && !traitsOf(type).isRecorded
  const isChosen = type === 'SINGLE' || type === 'MULTIPLE'
  return (
    <>
      <div className="form-pair">
        <TypeField />
        <QuestionCode />
        {isAsked && <SwitchControl name="required" />}
        {!isAnswered && <SwitchControl name="required" help="questions.noteRequiredHelp" />}
        <LookField />
        {isChosen && <ListField />}
        {isAsked && <BoundsField />}
      </div>
      <ExpressionField name="relevant" help="questions.relevantHelp" />
      {isAsked && <ExpressionField name="constraint" help="questions.constraintHelp" />}
      {rules}
      {isChosen && <ExpressionField name="optionFilter" help="questions.optionFilterHelp" />}
      {isAsked && !fileTypes.includes(type) && (
        <FieldGroup name="calculation" of={['initial', 'calculation', 'trigger', 'readOnly']}>
          <ExpressionField name="calculation" help="questions.calculationHelp" />
          <ExpressionField name="initial" help="questions.initialHelp" />
          <ExpressionField name="trigger" help="questions.triggerHelp" />
          <SwitchControl name="readOnly" help="questions.readOnlyHelp" />
        </FieldGroup>
      )}
      <FieldGroup name="help" of={['help', 'guidance', 'media']}>
        <LocalizedField name="help" />
        <LocalizedField name="guidance" help="questions.guidanceHelp" />
        {media}
      </FieldGroup>
      <FieldGroup name="data" of={['personal', 'identifying', 'filterable']}>
        {isAnswered && (
          <>
            <SwitchControl name="personal" help="questions.personalHelp" />
            <SwitchControl name="identifying" help="questions.identifyingHelp" />
            <SwitchControl name="filterable" help="questions.filterableHelp" />
          </>
        )}
        {children}
      </FieldGroup>
    </>
  )
}

interface FieldGroupProps {
  name: 'calculation' | 'help' | 'data'
  /** The fields of the group: it is open while one of them has a value or a problem. */
  of: readonly string[]
  children: ReactNode
}

function FieldGroup({ name, of, children }: FieldGroupProps) {
  const t = useText()
  const { values, problems } = useForm()
  const [wasUsed] = useState(of.some((field) => isSet(values[field])))
  const isWrong = of.some((field) => (problems[field] ?? []).length > 0)
  return (
    <details className="field-group" open={wasUsed || isWrong}>
      <summary>{t(`questions.group.${name}`)}</summary>
      {children}
    </details>
  )
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && JSON.stringify(value) !== '{}'
}

/** The type of a question; with it change the bounds that fit. */
function TypeField() {
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
