import { LockOutlined, RightOutlined } from '@ant-design/icons'
import { useId, useState, type ReactNode } from 'react'
import { questions, type QuestionWithAnswers } from '#contract/questions.ts'
import { choiceTypes } from '#domain/survey.ts'
import { useText, useFormat } from '../../../i18n/text.ts'
import { ContentText, useShownText } from './ContentText.tsx'
import { useContent } from './content-context.ts'
import { Obstacles } from './Obstacles.tsx'
import { OptionList } from './OptionList.tsx'
import type { Placed } from './positions.ts'
import { RowTools, useMoveKeys } from './RowTools.tsx'

interface QuestionItemProps {
  question: QuestionWithAnswers
  index: number
  siblings: readonly Placed[]
  /** As problems name it: `sections[0].questions[2]`. */
  path: string
}

export function QuestionItem({ question, index, siblings, path }: QuestionItemProps) {
  const t = useText()
  const { canWrite, obstacles } = useContent()
  const hasOptions = choiceTypes.includes(question.type)
  const [open, setOpen] = useState(hasOptions && obstacles.has(path))
  const optionsId = useId()
  const place = { label: useShownText(question.text), siblings, index, resource: questions }
  const onKeyDown = useMoveKeys(place)
  return (
    // The keys act on what inside has the focus; each of them also has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="content-question" id={`question-${question.id}`} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="content-question-head">
        <div className="content-question-text">
          <p>
            <code className="content-code">{question.code}</code>
            <ContentText text={question.text} />
            {question.required && (
              <span className="field-required" title={t('questions.field.required')}>
                *<span className="visually-hidden">{t('questions.field.required')}</span>
              </span>
            )}
          </p>
          {question.help && (
            <p className="content-help">
              <ContentText text={question.help} />
            </p>
          )}
          <QuestionMarks question={question}>
            {hasOptions && (
              <button
                type="button"
                className="content-toggle"
                aria-expanded={open}
                aria-controls={optionsId}
                onClick={() => setOpen(!open)}
              >
                <RightOutlined />
                {t('surveys.options', { count: question.answers.length })}
              </button>
            )}
            {question.firstVersion !== null && canWrite && (
              <span className="content-mark" title={t('surveys.fixedSince', { version: question.firstVersion })}>
                <LockOutlined /> {t('surveys.sinceVersion', { version: question.firstVersion })}
              </span>
            )}
          </QuestionMarks>
        </div>
        <RowTools kind="question" row={question} {...place} />
      </div>
      <Obstacles path={path} />
      <div id={optionsId} hidden={!open}>
        {open && <OptionList question={question} />}
      </div>
    </li>
  )
}

/** Type, bounds and flags of a question in a line. */
function QuestionMarks({ question, children }: { question: QuestionWithAnswers; children: ReactNode }) {
  const t = useText()
  const bounds = useBounds(question)
  return (
    <div className="content-marks">
      <span className="content-mark">{t(`questions.type.${question.type}`)}</span>
      {bounds && <span className="content-mark">{bounds}</span>}
      {(['personal', 'identifying', 'filterable'] as const)
        .filter((flag) => question[flag])
        .map((flag) => (
          <span key={flag} className="content-mark">
            {t(`questions.field.${flag}`)}
          </span>
        ))}
      {children}
    </div>
  )
}

function useBounds({ validation: { min, max, maxLength } }: QuestionWithAnswers): string | undefined {
  const t = useText()
  const { number } = useFormat()
  if (maxLength !== undefined) return t('questions.upToCharacters', { count: maxLength })
  if (min !== undefined && max !== undefined) return `${number(min)} – ${number(max)}`
  if (min !== undefined) return `≥ ${number(min)}`
  return max === undefined ? undefined : `≤ ${number(max)}`
}
