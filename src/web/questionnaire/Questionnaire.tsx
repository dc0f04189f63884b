/**
 * A survey to be filled in: its sections as pages, then a summary. It knows no place where answers go:
 * `<Questionnaire content={content} language="pt-br" answers={answers} onChange={setAnswers} today="2026-11-22" />`.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { answerKey, type AnswerProblem, answerProblems } from '#domain/answers.ts'
import { fill, type Hidden } from '#domain/filling.ts'
import { type Question, questionsOf, type SurveyContent } from '#domain/survey.ts'
import { Button } from '../ui/Button.tsx'
import { AnswersProvider, type Asking, AskingProvider, type Sources, useAsking } from './asking.ts'
import { withAnswer } from './choices.ts'
import { focusIn } from './focus-in.ts'
import { tagOf } from './language.ts'
import type { Given } from './given.ts'
import { indexOfPlace, type Page, pagesOf, placeAt, type Place } from './pages.ts'
import { QuestionField } from './QuestionField.tsx'
import { Summary } from './Summary.tsx'
import { useSay } from './words.ts'
import { Words } from './Words.tsx'
import './questionnaire.css'

export interface QuestionnaireProps {
  content: SurveyContent
  /** Texts that are not in this language come in another one, as `textIn` says. */
  language: string
  answers: Given
  /** Like the setter of a state, and always the same: a file may be stored while other answers change. */
  onChange: (change: (answers: Given) => Given) => void
  /** YYYY-MM-DD, for expressions. */
  today: string
  sources?: Sources
  /** What was said against answers when they were sent, for as long as they are the same. */
  refused?: readonly AnswerProblem[]
  /** Shown in the place of a question that is not asked. */
  renderHidden?: ((question: Question, why: Hidden) => ReactNode) | undefined
  /** Below the summary of answers without problems: what happens to them. */
  children?: ReactNode
}

/** Where the focus goes when a place is shown. */
interface Shown {
  place: Place | undefined
  focus?: 'heading' | 'problem' | number
}

const noSources: Sources = {}
const noProblems: readonly AnswerProblem[] = []

export function Questionnaire(props: QuestionnaireProps) {
  const { content, language, answers: given, onChange, today, renderHidden, children } = props
  const { sources = noSources, refused = noProblems } = props
  const { say, locale } = useSay(language)
  const root = useRef<HTMLFormElement>(null)
  const [names] = useState(() => new Map<string, string>())
  const [shown, setShown] = useState<Shown>({ place: undefined })
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const filling = useMemo(() => fill(content, given, { today }), [content, given, today])
  const { asked, hidden, answers } = filling
  const problems = useMemo(
    () => byQuestion(content, [...answerProblems(content, answers, { today }), ...refused]),
    [content, answers, today, refused],
  )
  const pages = pagesOf(content, (question) => renderHidden !== undefined || asked.has(answerKey(question)))
  const index = indexOfPlace(content, pages, shown.place)
  const { [index]: page } = pages

  useEffect(() => {
    const { focus } = shown
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector) ?? null
    if (focus === 'heading') find('h2')?.focus()
    if (focus === 'problem') focusIn(find('.q-question:has(.q-problem)'))
    if (typeof focus === 'number') focusIn(find(`[data-question="${focus}"]`))
  }, [shown])

  const asking = useMemo(
    (): Asking => ({
      content,
      language,
      say,
      sources,
      names,
      answer: (key, value) => onChange((before) => withAnswer(content, before, { key, value })),
    }),
    [content, language, say, sources, names, onChange],
  )

  function next(of: Page) {
    setChecked((before) => new Set([...before, of.section.id]))
    const isWrong = of.questions.some((each) => asked.has(answerKey(each)) && problems.has(each.id))
    if (isWrong) setShown({ place: of.section.id, focus: 'problem' })
    else setShown({ place: placeAt(pages, index + 1), focus: 'heading' })
  }

  /** From the summary: what is wrong there is said on its page too. */
  function open(section: number, question?: number) {
    setChecked((before) => new Set([...before, section]))
    setShown({ place: section, focus: question ?? 'heading' })
  }

  const isEnd = page === undefined
  const wrong = questionsOf(content).filter(({ id }) => problems.has(id))
  return (
    <AskingProvider value={asking}>
      <AnswersProvider value={answers}>
        <form
          ref={root}
          className="questionnaire"
          lang={tagOf(locale)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (page) next(page)
          }}
        >
          <Progress index={index} count={pages.length} />
          <h2 tabIndex={-1}>{page ? <Words text={page.section.title} /> : say('summary')}</h2>
          {page?.questions.map((question) => {
            const why = hidden.get(answerKey(question))
            if (why) return <div key={question.id}>{renderHidden?.(question, why)}</div>
            const own = checked.has(page.section.id) ? problems.get(question.id) : undefined
            return (
              <QuestionField
                key={question.id}
                question={question}
                value={answers[question.id]}
                problems={own ?? noProblems}
              />
            )
          })}
          {isEnd && (
            <Summary
              pages={pagesOf(content, (question) => asked.has(answerKey(question)))}
              wrong={wrong}
              onOpen={open}
            />
          )}
          {isEnd && wrong.length === 0 && children}
          <div className="q-steps">
            {index > 0 && (
              <Button onClick={() => setShown({ place: placeAt(pages, index - 1), focus: 'heading' })}>
                {say('back')}
              </Button>
            )}
            {page && (
              <Button look="primary" type="submit">
                {say(index + 1 < pages.length ? 'next' : 'toSummary')}
              </Button>
            )}
          </div>
        </form>
      </AnswersProvider>
    </AskingProvider>
  )
}

function Progress({ index, count }: { index: number; count: number }) {
  const { say } = useAsking()
  return (
    <div className="q-progress">
      <progress aria-label={say('progress')} value={index} max={Math.max(count, 1)} />
      {index < count && <span>{say('page', { page: String(index + 1), count: String(count) })}</span>}
    </div>
  )
}

function byQuestion(content: SurveyContent, problems: readonly AnswerProblem[]): ReadonlyMap<number, AnswerProblem[]> {
  const ids = new Map(questionsOf(content).map(({ code, id }) => [code, id]))
  const found = new Map<number, AnswerProblem[]>()
  for (const problem of problems) {
    const id = ids.get(problem.question) ?? 0
    found.set(id, [...(found.get(id) ?? []), problem])
  }
  return found
}
