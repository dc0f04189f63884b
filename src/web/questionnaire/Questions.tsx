/** The questions of a page, or those of one repetition, as far as they are asked. */
import { Fragment, type ReactNode, useMemo } from 'react'
import { answerKey } from '#domain/answers/answer-values.ts'
import type { AnswerProblem } from '#domain/answers/answers.ts'
import type { Filling, Hidden } from '#domain/answers/filling.ts'
import type { Localized, Question, Section } from '#domain/surveys/survey.ts'
import { PlaceProvider } from './asking.tsx'
import { type Group, placeOf } from './pages.ts'
import { QuestionField } from './QuestionField.tsx'
import { Words } from './Words.tsx'

/** In the place of a question that is not asked. */
export type RenderHidden = (question: Question, why: Hidden, repetition: Group['repetition']) => ReactNode

export interface Answering {
  filling: Filling
  /** By `answerKey`, and by `countKey`. */
  problems: ReadonlyMap<string, readonly AnswerProblem[]>
  /** The groups whose problems are shown, by `groupKey`. */
  checked: ReadonlySet<string>
  renderHidden: RenderHidden | undefined
}

interface QuestionsProps extends Answering {
  section: Section
  group: Group
}

const noProblems: readonly AnswerProblem[] = []

export function groupKey(section: Section, { repetition, part }: Omit<Group, 'questions'>): string {
  return part === undefined ? answerKey(section, repetition) : String(placeOf(section, part))
}

/** Of the innermost group of the form that the question is in. */
function innerTitle({ groups }: Section, question: Question | undefined): Localized | undefined {
  return groups?.findLast(({ path, title }) => title && question?.formPath?.startsWith(`${path}/`))?.title
}

export function Questions({ section, group, filling, problems, checked, renderHidden }: QuestionsProps) {
  const { repetition, questions } = group
  const place = useMemo(() => ({ section: section.id, repetition }), [section.id, repetition])
  const Title = repetition === undefined ? 'h3' : 'h4'
  const isChecked = checked.has(groupKey(section, group))
  return (
    <PlaceProvider value={place}>
      {questions.map((question, index) => {
        const key = answerKey(question, repetition)
        const why = filling.hidden.get(key)
        if (why) return <div key={key}>{renderHidden?.(question, why, repetition)}</div>
        const title = innerTitle(section, question)
        const isFirst = title && title !== innerTitle(section, questions[index - 1])
        return (
          <Fragment key={key}>
            {isFirst && (
              <Title className="q-inner">
                <Words text={title} />
              </Title>
            )}
            <QuestionField
              question={question}
              value={filling.answers[key]}
              problems={(isChecked ? problems.get(key) : undefined) ?? noProblems}
            />
          </Fragment>
        )
      })}
    </PlaceProvider>
  )
}
