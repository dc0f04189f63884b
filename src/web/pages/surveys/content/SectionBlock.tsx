import { DownOutlined, RetweetOutlined, RightOutlined } from '@ant-design/icons'
import { Fragment, memo } from 'react'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useContent } from './content-context.ts'
import { EditableText } from './EditableText.tsx'
import { Obstacles } from './Obstacles.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { useRepeatWords } from '../repeat-words.ts'
import { LogicLine } from './LogicLine.tsx'
import type { ConditionLine, RuleLine } from './rule-lines.ts'
import { Row, RowTools } from './RowTools.tsx'
import { useShownText } from './ContentText.tsx'
import { WritingLine } from './WritingLine.tsx'

interface SectionBlockProps {
  section: SectionWithQuestions
  index: number
  problems: ReadonlyMap<string, readonly FieldProblem[]>
  rules: ReadonlyMap<number, readonly RuleLine[]>
  conditions: ReadonlyMap<string, readonly ConditionLine[]>
  /** Sections whose questions are not shown, and questions whose options are: `section-5`, `question-7`. */
  toggled: ReadonlySet<string>
}

const none: readonly never[] = []

export const SectionBlock = memo(function SectionBlock(props: SectionBlockProps) {
  const { section, index, problems, rules, conditions, toggled } = props
  const t = useText()
  const { canWrite, toggle, writing, openForm } = useContent()
  const before = writing.use((line) => (line?.sectionId === section.id ? line.before : undefined))
  const repeatWords = useRepeatWords()
  const { id, questions } = section
  const label = useShownText(section.title)
  const part = { kind: 'section', id } as const
  const path = `sections[${index}]`
  const folded = toggled.has(`section-${id}`)
  return (
    <Row {...part} label={label} className="content-section">
      <header className="content-section-head">
        <IconButton
          label={t(folded ? 'surveys.unfold' : 'surveys.fold', { label })}
          icon={folded ? <RightOutlined /> : <DownOutlined />}
          onClick={() => toggle(part)}
        />
        <h2 id={`section-${id}`} tabIndex={-1}>
          <span className="content-number">{index + 1}</span>
          <EditableText {...part} field="title" text={section.title} />
        </h2>
        {folded && <span className="content-mark">{t('surveys.questions', { count: questions.length })}</span>}
        <RowTools {...part} label={label} firstVersion={section.firstVersion} />
      </header>
      {section.repeat && (
        <p className="content-condition">
          <RetweetOutlined /> {repeatWords(section.repeat)}
        </p>
      )}
      {conditions.get(`section-${id}`)?.map(({ field, text }) => (
        <LogicLine key={field} text={text} onOpen={() => openForm(`section:${id}`, field)} />
      ))}
      <Obstacles found={problems.get(path) ?? none} path={path} />
      {!folded && questions.length > 0 && (
        <ol className="content-questions">
          {questions.map((question, at) => {
            const place = `${path}.questions[${at}]`
            return (
              <Fragment key={question.id}>
                {question.id === before && (
                  <li key="line">
                    <WritingLine sectionId={id} before={before} />
                  </li>
                )}
                <QuestionItem
                  question={question}
                  path={place}
                  problems={problems.get(place) ?? none}
                  rules={rules.get(question.id) ?? none}
                  conditions={conditions.get(`question-${question.id}`) ?? none}
                  open={toggled.has(`question-${question.id}`)}
                />
              </Fragment>
            )
          })}
        </ol>
      )}
      {canWrite && !folded && <WritingLine sectionId={id} />}
    </Row>
  )
})
