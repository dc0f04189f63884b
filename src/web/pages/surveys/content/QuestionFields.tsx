/** The fields of a question. Which of them are offered depends on its type. */
import type { ReactNode } from 'react'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { fileTypes, type QuestionType } from '#domain/surveys/survey.ts'
import { SwitchControl } from '../../../form/controls.tsx'
import { useForm } from '../../../form/form-context.ts'
import { BoundsField } from './BoundsField.tsx'
import { QuestionCode } from './CodeField.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import { ListField } from './ListField.tsx'
import { LocalizedField } from './LocalizedField.tsx'
import { LookField } from './LookField.tsx'
import { TypeField } from './TypeField.tsx'

/** `media`: what it shows; `children`: where the question is. */
export function QuestionFields({ media, children }: { media?: ReactNode; children: ReactNode }) {
  const { values } = useForm()
  const type = values['type'] as QuestionType
  const isAnswered = type !== 'NOTE'
  const isAsked = isAnswered && !traitsOf(type).isRecorded
  return (
    <>
      <LocalizedField name="text" help="questions.textHelp" multiline />
      <LocalizedField name="help" />
      <LocalizedField name="guidance" help="questions.guidanceHelp" />
      {media}
      <div className="form-pair">
        <TypeField />
        <QuestionCode />
        <LookField />
        {(type === 'SINGLE' || type === 'MULTIPLE') && <ListField />}
        {isAsked && <BoundsField />}
        {children}
        {isAsked && <SwitchControl name="required" />}
        {!isAnswered && <SwitchControl name="required" help="questions.noteRequiredHelp" />}
        {isAsked && <SwitchControl name="readOnly" help="questions.readOnlyHelp" />}
        {isAnswered && (
          <>
            <SwitchControl name="personal" help="questions.personalHelp" />
            <SwitchControl name="identifying" help="questions.identifyingHelp" />
            <SwitchControl name="filterable" help="questions.filterableHelp" />
          </>
        )}
      </div>
      <ExpressionField name="relevant" help="questions.relevantHelp" />
      {isAsked && <ExpressionField name="constraint" help="questions.constraintHelp" />}
      {(type === 'SINGLE' || type === 'MULTIPLE') && (
        <ExpressionField name="optionFilter" help="questions.optionFilterHelp" />
      )}
      {isAsked && !fileTypes.includes(type) && (
        <>
          <ExpressionField name="initial" help="questions.initialHelp" />
          <ExpressionField name="calculation" help="questions.calculationHelp" />
          <ExpressionField name="trigger" help="questions.triggerHelp" />
        </>
      )}
    </>
  )
}
