import { PlusOutlined } from '@ant-design/icons'
import { sections, type SectionWithQuestions } from '#contract/sections.ts'
import { useText } from '../../../i18n/text.ts'
import { ContentText, useShownText } from './ContentText.tsx'
import { useContent } from './content-context.ts'
import { Obstacles } from './Obstacles.tsx'
import { inOrder, type Placed } from './positions.ts'
import { QuestionItem } from './QuestionItem.tsx'
import { RowTools, useMoveKeys } from './RowTools.tsx'
import { Button } from '../../../ui/Button.tsx'

interface SectionBlockProps {
  section: SectionWithQuestions
  index: number
  siblings: readonly Placed[]
}

export function SectionBlock({ section, index, siblings }: SectionBlockProps) {
  const t = useText()
  const { canWrite, openForm } = useContent()
  const label = useShownText(section.title)
  const place = { label, siblings, index, resource: sections }
  const onKeyDown = useMoveKeys(place)
  const questions = inOrder(section.questions)
  const path = `sections[${index}]`
  return (
    // The keys act on what inside has the focus; each of them also has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="content-section" onKeyDown={onKeyDown}>
      <header className="content-section-head">
        <h2 id={`section-${section.id}`} tabIndex={-1}>
          <span className="content-number">{index + 1}</span>
          <ContentText text={section.title} />
        </h2>
        <RowTools kind="section" row={section} {...place} />
      </header>
      <Obstacles path={path} />
      {questions.length > 0 && (
        <ol className="content-questions">
          {questions.map((question, at) => (
            <QuestionItem
              key={question.id}
              question={question}
              index={at}
              siblings={questions}
              path={`${path}.questions[${at}]`}
            />
          ))}
        </ol>
      )}
      {canWrite && (
        <Button look="text" icon={<PlusOutlined />} onClick={() => openForm(`question:new:${section.id}`)}>
          {t('surveys.addQuestion')}
        </Button>
      )}
    </li>
  )
}
