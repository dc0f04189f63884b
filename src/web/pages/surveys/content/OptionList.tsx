import { useState } from 'react'
import type { Answer } from '#contract/answers.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { useContent } from './content-context.ts'
import { EditableText } from './EditableText.tsx'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { WritingLine } from './WritingLine.tsx'
import { Row, RowTools } from './RowTools.tsx'
import { inOrder } from './survey-parts.ts'
import { useShownText } from './ContentText.tsx'

const OptionFileDialog = lazyDialog(async () => (await import('./OptionFileDialog.tsx')).OptionFileDialog)

/** So many are drawn at first: a question may have thousands. */
const shownAtFirst = 100

export function OptionList({ question }: { question: QuestionWithAnswers }) {
  const t = useText()
  const { canWrite, optioned } = useContent()
  const isWritten = optioned.use((id) => id === question.id)
  const [all, setAll] = useState(false)
  const [filing, setFiling] = useState(false)
  const label = useShownText(question.text)
  const options = inOrder(question.answers)
  const shown = all ? options : options.slice(0, shownAtFirst)
  return (
    <div className="content-options">
      <ol>
        {shown.map((option) => (
          <OptionItem key={option.id} option={option} />
        ))}
      </ol>
      {shown.length < options.length && (
        <Button look="text" onClick={() => setAll(true)}>
          {t('surveys.allOptions', { count: options.length })}
        </Button>
      )}
      {canWrite && !isWritten && (
        <div className="content-adder">
          <WritingLine sectionId={question.sectionId} question={{ id: question.id, label }} />
          <Button look="text" size="small" onClick={() => setFiling(true)}>
            {t('surveys.optionFile')}
          </Button>
        </div>
      )}
      {filing && <OptionFileDialog question={question} onClose={() => setFiling(false)} />}
    </div>
  )
}

function OptionItem({ option }: { option: Answer }) {
  const t = useText()
  const { id, text, code, firstVersion } = option
  const label = useShownText(text)
  const part = { kind: 'answer', id } as const
  return (
    <Row {...part} label={label} className="content-option">
      <div className="content-line">
        <code className="content-code">{code}</code>
        <EditableText {...part} field="text" text={text} />
        {option.parentCode !== null && (
          <span className="content-mark">{t('surveys.belowOption', { code: option.parentCode })}</span>
        )}
        {option.isOther && <span className="content-mark">{t('answers.field.isOther')}</span>}
        {option.exclusive && <span className="content-mark">{t('answers.field.exclusive')}</span>}
      </div>
      <RowTools {...part} label={label} firstVersion={firstVersion} />
    </Row>
  )
}
