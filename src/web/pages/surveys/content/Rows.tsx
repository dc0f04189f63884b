import type { SectionWithQuestions } from '#contract/sections.ts'
import { type Kind, type Part, rowOf, siblingsOf, textsOf } from './survey-parts.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { type ComponentProps, type DragEvent, memo, useRef } from 'react'
import { useContent } from './content-context.ts'
import { useMoves } from './use-moves.ts'
import { DownOutlined, PlusOutlined, RetweetOutlined, RightOutlined } from '@ant-design/icons'
import type { FieldProblem } from '#domain/problems.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { EditableText } from './EditableText.tsx'
import { Obstacles } from './Obstacles.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { useRepeatWords } from '../repeat-words.ts'
import type { RuleLine } from './rule-lines.ts'
import { RowTools, useMoveKeys } from './RowTools.tsx'
import { useShownText } from './ContentText.tsx'

interface RowsProps extends Pick<ComponentProps<typeof SectionBlock>, 'problems' | 'rules' | 'toggled'> {
  sections: readonly SectionWithQuestions[]
}

/** All sections, whose rows can be dragged. */
export function Rows({ sections, ...shared }: RowsProps) {
  const { builder, language } = useContent()
  const moves = useMoves()
  const drag = useDragRows((part, { over, side }) => {
    const survey = builder.survey()
    const row = rowOf(survey, part)
    if (!row) return
    const label = textIn(textsOf(row, part.kind === 'section' ? 'title' : 'text'), language)
    const after = side === 'after' ? 1 : 0
    // Over the head of a section, a question becomes the first of it.
    if (over.kind !== part.kind) return moves.to(part, label, 0, over.id)
    const { parent, ids } = siblingsOf(survey, over)
    const others = ids.filter((id) => id !== part.id)
    if (part.kind === 'answer' && parent !== siblingsOf(survey, part).parent) return
    moves.to(part, label, others.indexOf(over.id) + after, part.kind === 'question' ? parent : undefined)
  })
  return (
    <ol className="content-sections" {...drag}>
      {sections.map((section, index) => (
        <SectionBlock key={section.id} section={section} index={index} {...shared} />
      ))}
    </ol>
  )
}

interface SectionBlockProps {
  section: SectionWithQuestions
  index: number
  problems: ReadonlyMap<string, readonly FieldProblem[]>
  rules: ReadonlyMap<number, readonly RuleLine[]>
  /** Sections whose questions are not shown, and questions whose options are: `section-5`, `question-7`. */
  toggled: ReadonlySet<string>
}

const none: readonly never[] = []

const SectionBlock = memo(function SectionBlock({ section, index, problems, rules, toggled }: SectionBlockProps) {
  const t = useText()
  const { canWrite, openForm, toggle } = useContent()
  const repeatWords = useRepeatWords()
  const { id, questions } = section
  const label = useShownText(section.title)
  const part = { kind: 'section', id } as const
  const onKeyDown = useMoveKeys(part, label)
  const path = `sections[${index}]`
  const folded = toggled.has(`section-${id}`)
  return (
    // The keys act on the row inside that has the focus; the menu of each row has the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="content-section" data-row={`section-${id}`} onKeyDown={onKeyDown}>
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
      {section.relevant !== null && (
        <p className="content-condition">{t('surveys.onlyIf', { condition: section.relevant })}</p>
      )}
      <Obstacles found={problems.get(path) ?? none} path={path} />
      {!folded && questions.length > 0 && (
        <ol className="content-questions">
          {questions.map((question, at) => {
            const place = `${path}.questions[${at}]`
            return (
              <QuestionItem
                key={question.id}
                question={question}
                path={place}
                problems={problems.get(place) ?? none}
                rules={rules.get(question.id) ?? none}
                open={toggled.has(`question-${question.id}`)}
              />
            )
          })}
        </ol>
      )}
      {canWrite && !folded && (
        <Button look="text" icon={<PlusOutlined />} onClick={() => openForm(`question:new:${id}`)}>
          {t('surveys.addQuestion')}
        </Button>
      )}
    </li>
  )
})

interface Target {
  over: Part
  side: 'before' | 'after'
}

function useDragRows(onDrop: (part: Part, target: Target) => void) {
  const dragged = useRef<Part>(undefined)
  const marked = useRef<HTMLElement>(undefined)

  function mark(row?: HTMLElement, side?: Target['side']) {
    delete marked.current?.dataset['drop']
    marked.current = row
    if (row && side) row.dataset['drop'] = side
  }

  function targetOf(event: DragEvent): { row: HTMLElement; target: Target } | undefined {
    const part = dragged.current
    if (!part) return undefined
    const kinds: Kind[] = part.kind === 'question' ? ['question', 'section'] : [part.kind]
    const places = kinds.map((kind) => `[data-row^="${kind}-"]`).join(',')
    const row = (event.target as Element).closest<HTMLElement>(places)
    const over = partOf(row?.dataset['row'])
    if (!row || !over || (over.kind === part.kind && over.id === part.id)) return undefined
    const { top, height } = row.getBoundingClientRect()
    return { row, target: { over, side: event.clientY < top + height / 2 ? 'before' : 'after' } }
  }

  return {
    onDragStart(event: DragEvent) {
      const part = partOf((event.target as Element).closest<HTMLElement>('[data-drag]')?.dataset['drag'])
      if (!part) return
      dragged.current = part
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
      const row = (event.target as Element).closest('[data-row]')
      if (row) event.dataTransfer.setDragImage(row, 0, 0)
    },
    onDragOver(event: DragEvent) {
      const found = targetOf(event)
      mark(found?.row, found?.target.side)
      if (found) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const found = targetOf(event)
      const part = dragged.current
      mark()
      if (!found || !part) return
      event.preventDefault()
      onDrop(part, found.target)
    },
    onDragEnd() {
      mark()
      dragged.current = undefined
    },
  }
}

function partOf(word: string | undefined): Part | undefined {
  const [, kind, id] = /^(section|question|answer)-(\d+)$/.exec(word ?? '') ?? []
  return kind === undefined ? undefined : { kind: kind as Kind, id: Number(id) }
}
