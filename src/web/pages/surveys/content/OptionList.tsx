import { answers, type Answer } from '#contract/answers.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { useText } from '../../../i18n/text.ts'
import { ContentText, useShownText } from './ContentText.tsx'
import { useContent } from './content-context.ts'
import { OptionAdder } from './OptionAdder.tsx'
import { inOrder, type Placed } from './positions.ts'
import { RowTools, useMoveKeys } from './RowTools.tsx'

export function OptionList({ question }: { question: QuestionWithAnswers }) {
  const { canWrite } = useContent()
  const options = inOrder(question.answers)
  return (
    <div className="content-options">
      <ol>
        {options.map((option, index) => (
          <OptionItem key={option.id} option={option} index={index} siblings={options} />
        ))}
      </ol>
      {canWrite && <OptionAdder questionId={question.id} />}
    </div>
  )
}

interface OptionItemProps {
  option: Answer
  index: number
  siblings: readonly Placed[]
}

function OptionItem({ option, index, siblings }: OptionItemProps) {
  const t = useText()
  const place = { label: useShownText(option.text), siblings, index, resource: answers }
  const onKeyDown = useMoveKeys(place)
  return (
    // The keys act on what inside has the focus; each of them also has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="content-option" onKeyDown={onKeyDown}>
      <p>
        <code className="content-code">{option.code}</code>
        <ContentText text={option.text} />
        {option.isOther && <span className="content-mark">{t('answers.field.isOther')}</span>}
        {option.exclusive && <span className="content-mark">{t('answers.field.exclusive')}</span>}
      </p>
      <RowTools kind="answer" row={option} {...place} />
    </li>
  )
}
