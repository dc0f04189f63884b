/** The stored answers of a section as inputs; of one that repeats also its repetitions. */
import { useMemo, useRef } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { answerKey, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { isInside, lastNumber, rostersOf } from '#domain/answers/rosters.ts'
import type { AnswerProblem, Answers } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { PlaceProvider } from '../../questionnaire/asking.tsx'
import type { FormAnswers } from '../../questionnaire/given.ts'
import { QuestionField } from '../../questionnaire/QuestionField.tsx'
import { storedRepetitions, withoutRepetition, withRepetition } from '../../questionnaire/repetitions.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusAfter } from '../../ui/focus.ts'
import { useRepetitionName } from './use-repetition-name.ts'
import { Personal } from './Personal.tsx'

interface SectionFieldsProps {
  response: ResponseDetail
  section: Section
  given: FormAnswers
  problems: readonly AnswerProblem[]
}

const noProblems: readonly AnswerProblem[] = []

export function SectionFields(props: SectionFieldsProps & { repetition: Repetition }) {
  const { response, section, given, problems, repetition } = props
  const locale = useLocale()
  const { hiddenQuestions } = response
  const place = useMemo(() => ({ section: section.id, repetition }), [section.id, repetition])
  return (
    <PlaceProvider value={place}>
      {section.questions.map((question) => {
        const key = answerKey(question, repetition)
        const isHidden = hiddenQuestions.includes(question.id)
        if (!isHidden) {
          const own = problemsOf(problems, key)
          return <QuestionField key={key} question={question} value={given[key]} problems={own} />
        }
        return (
          <div key={key} className="answer">
            <span>{plainIn(question.text, locale)}</span>
            <Personal />
          </div>
        )
      })}
    </PlaceProvider>
  )
}

function problemsOf(problems: readonly AnswerProblem[], key: string): readonly AnswerProblem[] {
  const own = problems.filter((problem) => problem.key === key || problem.key === `${key}.other`)
  return own.length === 0 ? noProblems : own
}

interface RepetitionsEditorProps extends SectionFieldsProps {
  onChange: (next: (given: FormAnswers) => FormAnswers) => void
}

/** Inside of the repetitions of another section: for each of those. */
export function RepetitionsEditor(props: RepetitionsEditorProps) {
  const { response, section, given } = props
  const nameOf = useRepetitionName({ ...response, answers: given as Answers })
  const outer = rostersOf(response, section).at(-2)
  if (!outer) return <RepetitionsIn {...props} outer={undefined} />
  return storedRepetitions(response, outer, given as Answers).map((each) => (
    <section key={each} className="answer-outer" aria-label={nameOf(outer, each)}>
      <p>{nameOf(outer, each)}</p>
      <RepetitionsIn {...props} outer={each} />
    </section>
  ))
}

function RepetitionsIn({ onChange, outer, ...props }: RepetitionsEditorProps & { outer: Repetition }) {
  const { response, section, given } = props
  const t = useText()
  const locale = useLocale()
  const answers = given as Answers
  const nameOf = useRepetitionName({ ...response, answers })
  const repetitions = storedRepetitions(response, section, answers).filter((each) => isInside(each, outer))
  const of = { content: response, section, outer }
  // Answers that are hidden from this person cannot move along with the others.
  const inside = response.sections.filter((each) => rostersOf(response, each).some(({ id }) => id === section.id))
  const isFixed = inside.some(({ questions }) => questions.some(({ id }) => response.hiddenQuestions.includes(id)))
  const byHand = !section.repeat?.countCode
  const last = repetitions.length
  const counted = (before: FormAnswers): FormAnswers => ({ ...before, [countKey(section, outer)]: last })
  const root = useRef<HTMLDivElement>(null)
  useFocusAfter(last, (before) => {
    const headings = root.current?.querySelectorAll<HTMLElement>('h3')
    return last > before ? [...(headings ?? [])].at(-1) : root.current?.querySelector<HTMLElement>('.answer-add')
  })
  return (
    <div ref={root} className="answer-repetitions">
      {last === 0 && <p className="blank">{t('responses.noRepetitions')}</p>}
      {repetitions.map((repetition) => (
        <section key={repetition} className="answer-repetition" aria-label={nameOf(section, repetition)}>
          <h3 tabIndex={-1}>{nameOf(section, repetition)}</h3>
          <SectionFields repetition={repetition} {...props} />
          {byHand && (!isFixed || lastNumber(repetition) === last) && (
            <Button
              size="small"
              onClick={() => onChange((before) => withoutRepetition(of, counted(before), lastNumber(repetition) ?? 0))}
            >
              {t('responses.removeRepetition')}
              <span className="visually-hidden"> {nameOf(section, repetition)}</span>
            </Button>
          )}
        </section>
      ))}
      {byHand && (
        <Button
          className="answer-add"
          refusal={last < (section.repeat?.max ?? 0) ? undefined : t('responses.mostRepetitions', { limit: last })}
          onClick={() => onChange((before) => withRepetition(of, counted(before)))}
        >
          {t('responses.addRepetition', { title: plainIn(section.title, locale) })}
        </Button>
      )}
    </div>
  )
}
