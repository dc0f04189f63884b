/** The place of a question that is not asked: which one it is and, on demand, why. */
import type { ReactNode } from 'react'
import { answerKey, type Repetition } from '#domain/answers/answer-values.ts'
import type { Hidden } from '#domain/answers/filling.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { type Question, questionsOf, type SkipRule, type SurveyContent } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import type { FormAnswers } from '../../../questionnaire/given.ts'
import { parseExpression, referencesOf } from '#domain/expressions/expression.ts'
import { repetitionsSeen } from '#domain/answers/piped-text.ts'
import { comparedWith } from '#domain/answers/rule-conditions.ts'
import { answerText } from '../../../questionnaire/format.ts'
import { useSay } from '../../../questionnaire/words.ts'

interface HiddenQuestionProps {
  question: Question
  why: Hidden
  repetition: Repetition
  content: SurveyContent
  language: string
  /** Of the questions that are asked. */
  answers: FormAnswers
}

export function HiddenQuestion(props: HiddenQuestionProps) {
  const { question, language } = props
  const t = useText()
  return (
    <div className="preview-hidden">
      <p>
        {t('preview.hidden')} {plainIn(question.text, language)}
      </p>
      <details>
        <summary>{t('preview.why')}</summary>
        <Reason {...props} />
      </details>
    </div>
  )
}

function Reason(props: HiddenQuestionProps) {
  const { question, why, content, language } = props
  const t = useText()
  const inWords = useRuleWords(content, language)
  if (why.by === 'RULES') {
    const rules = (content.skips ?? []).filter(({ id }) => why.rules.includes(id))
    const from = rules.map(({ fromQuestionId }) => fromQuestionId)
    return (
      <>
        <p>{t('preview.why.RULES', { count: rules.length })}</p>
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>{inWords(rule)}</li>
          ))}
        </ul>
        <AnswersOf {...props} questions={questionsOf(content).filter(({ id }) => from.includes(id))} />
      </>
    )
  }
  const condition = conditionOf(content, question, why.by)
  return (
    <>
      <p>
        {t(`preview.why.${why.by}`)} <code>{condition}</code>
      </p>
      <AnswersOf {...props} questions={questionsIn(content, condition)} />
    </>
  )
}

/** What the reason looked at. */
function AnswersOf({
  question,
  repetition,
  content,
  questions,
  answers,
  language,
}: HiddenQuestionProps & { questions: readonly Question[] }): ReactNode {
  const t = useText()
  const inWords = useAnswerWords(language)
  if (questions.length === 0) return null
  return (
    <>
      <p>{t('preview.why.answers')}</p>
      <ul>
        {questions.map((each) => (
          <li key={each.id}>
            {plainIn(each.text, language)}{' '}
            <strong>
              {keysSeen(content, each, { question, repetition }, answers)
                .map((key) => inWords(each, answers[key]))
                .join(', ')}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The expression that did not hold. */
function conditionOf({ sections }: SurveyContent, question: Question, by: Hidden['by']): string {
  if (by === 'OWN_CONDITION') return question.relevant ?? ''
  return sections.find(({ questions }) => questions.some(({ id }) => id === question.id))?.relevant ?? ''
}

/** The questions that an expression names, in the order of the survey. */
function questionsIn(content: SurveyContent, source: string): Question[] {
  const { expression } = parseExpression(source)
  const codes = expression ? referencesOf(expression) : new Set<string>()
  return questionsOf(content).filter(({ code }) => codes.has(code))
}

/** The answers to `each` that a reason to hide `question` looks at: in its own repetition, else in all of them. */
function keysSeen(
  content: SurveyContent,
  each: Question,
  { question, repetition }: { question: Question; repetition: Repetition },
  answers: FormAnswers,
): string[] {
  const sectionOf = ({ id }: Question) =>
    content.sections.find(({ questions }) => questions.some((one) => one.id === id))
  const section = sectionOf(each)
  const at = { section: sectionOf(question)?.id, repetition }
  return section ? repetitionsSeen(section, { content, at, answers }).map((one) => answerKey(each, one)) : []
}

/** An answer in the language of the survey. */
function useAnswerWords(language: string): (question: Question, value: unknown) => string {
  const t = useText()
  const { say } = useSay(language)
  return (question, value) =>
    value === undefined ? t('preview.noAnswer') : answerText(question, value, { language, say })
}

function useRuleWords(content: SurveyContent, language: string): (rule: SkipRule) => string {
  const t = useText()
  const inWords = useAnswerWords(language)
  const nameOf = ({ action, target }: SkipRule) => {
    const questions = questionsOf(content)
    const text =
      action === 'JUMP_TO_SECTION'
        ? content.sections.find(({ id }) => id === target)?.title
        : questions.find(({ id }) => id === target)?.text
    return text ? plainIn(text, language) : ''
  }
  return (rule) => {
    const from = questionsOf(content).find(({ id }) => id === rule.fromQuestionId)
    const compared = from ? comparedWith(rule, from).map((value) => inWords(from, value)) : []
    return t('preview.rule', {
      question: from ? plainIn(from.text, language) : '',
      test: t(`preview.test.${rule.operator}`, { value: compared.join(', ') }),
      target: t(`preview.to.${rule.action}`, { target: nameOf(rule) }),
    })
  }
}
