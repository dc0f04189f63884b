import { LockOutlined, RightOutlined } from '@ant-design/icons'
import { memo, useId, type ReactNode } from 'react'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { choiceTypes } from '#domain/surveys/survey.ts'
import { useText, useFormat } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'
import { EditableText } from './EditableText.tsx'
import { Obstacles } from './Obstacles.tsx'
import { OptionList } from './OptionList.tsx'
import { RuleList } from './RuleList.tsx'
import { LogicLine } from './LogicLine.tsx'
import type { ConditionLine, RuleLine } from './rule-lines.ts'
import { Row, RowTools } from './RowTools.tsx'
import { useShownText } from './ContentText.tsx'

interface QuestionItemProps {
  question: QuestionWithAnswers
  /** As problems name it: `sections[0].questions[2]`. */
  path: string
  problems: readonly FieldProblem[]
  rules: readonly RuleLine[]
  conditions: readonly ConditionLine[]
  /** Its options are shown. */
  open: boolean
}

export const QuestionItem = memo(function QuestionItem(props: QuestionItemProps) {
  const { question, path, problems, rules, conditions } = props
  const t = useText()
  const { canWrite, files, toggle, openForm } = useContent()
  const { id, code, help, type, answers, list, firstVersion } = question
  const hasOptions = choiceTypes.includes(type)
  // What it cannot do without is offered at once.
  const open = props.open || (hasOptions && canWrite && answers.length === 0 && !list)
  const insideId = useId()
  const label = useShownText(question.text)
  const part = { kind: 'question', id } as const
  const inFile = files.find(({ name }) => name === list?.file)?.list
  return (
    <Row {...part} label={label} className="content-question">
      <div className="content-question-head">
        <div className="content-question-text">
          <div className="content-line">
            <code className="content-code">{code}</code>
            <EditableText {...part} field="text" text={question.text} />
            {question.required && (
              <span className="field-required" title={t('questions.field.required')}>
                *<span className="visually-hidden">{t('questions.field.required')}</span>
              </span>
            )}
          </div>
          {help && (
            <div className="content-help">
              <EditableText {...part} field="help" text={help} />
            </div>
          )}
          <QuestionMarks question={question}>
            {hasOptions && (
              <button
                type="button"
                className="content-toggle"
                aria-expanded={open}
                aria-controls={insideId}
                onClick={() => toggle(part)}
              >
                <RightOutlined />
                {list
                  ? t('surveys.optionsFrom', { name: list.file, rows: inFile?.rows ?? 0 })
                  : t('surveys.options', { count: answers.length })}
              </button>
            )}
            {firstVersion !== null && canWrite && (
              <span className="content-mark" title={t('surveys.fixedSince', { version: firstVersion })}>
                <LockOutlined /> {t('surveys.sinceVersion', { version: firstVersion })}
              </span>
            )}
          </QuestionMarks>
        </div>
        <RowTools {...part} label={label} firstVersion={firstVersion} />
      </div>
      {conditions.map(({ field, text }) => (
        <LogicLine key={field} text={text} onOpen={() => openForm(`question:${id}`, field)} />
      ))}
      <Obstacles found={problems} path={path} />
      <div id={insideId}>
        {open && hasOptions && !list && <OptionList question={question} />}
        {rules.length > 0 && <RuleList code={code} questionId={id} rules={rules} />}
      </div>
    </Row>
  )
})

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
