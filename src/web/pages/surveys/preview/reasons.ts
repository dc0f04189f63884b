/** Rules and conditions in words: the reason why a question is hidden. */
import { answerKey, type Repetition } from '#domain/answers/answer-values.ts'
import { referencesOf, parseExpression } from '#domain/expressions/expression.ts'
import type { Hidden } from '#domain/answers/filling.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { repetitionsSeen } from '#domain/answers/piped-text.ts'
import { comparedWith } from '#domain/answers/rule-conditions.ts'
import { type Question, questionsOf, type SkipRule, type SurveyContent } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { answerText } from '../../../questionnaire/format.ts'
import type { FormAnswers } from '../../../questionnaire/given.ts'
import { useSay } from '../../../questionnaire/words.ts'

/** The expression that did not hold. */
export function conditionOf({ sections }: SurveyContent, question: Question, by: Hidden['by']): string {
  if (by === 'OWN_CONDITION') return question.relevant ?? ''
  return sections.find(({ questions }) => questions.some(({ id }) => id === question.id))?.relevant ?? ''
}

/** The questions that an expression names, in the order of the survey. */
export function questionsIn(content: SurveyContent, source: string): Question[] {
  const { expression } = parseExpression(source)
  const codes = expression ? referencesOf(expression) : new Set<string>()
  return questionsOf(content).filter(({ code }) => codes.has(code))
}

/** The answers to `each` that a reason to hide `question` looks at: in its own repetition, else in all of them. */
export function keysSeen(
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
export function useAnswerWords(language: string): (question: Question, value: unknown) => string {
  const t = useText()
  const { say } = useSay(language)
  return (question, value) =>
    value === undefined ? t('preview.noAnswer') : answerText(question, value, { language, say })
}

export function useRuleWords(content: SurveyContent, language: string): (rule: SkipRule) => string {
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
