import type { SectionWithQuestions } from '#contract/sections.ts'
import { rowOf, siblingsOf, textsOf } from './survey-parts.ts'
import { textIn } from '#domain/surveys/survey.ts'
import type { ComponentProps } from 'react'
import { useContent } from './content-context.ts'
import { SectionBlock } from './SectionBlock.tsx'
import { useDragRows } from './use-drag-rows.ts'
import { useMoves } from './use-moves.ts'

interface RowsProps extends Pick<ComponentProps<typeof SectionBlock>, 'problems' | 'rules' | 'conditions' | 'toggled'> {
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
