/** The names that an expression of a form may use, and its problems while the user types. */
import { useContext, useMemo } from 'react'
import { functionNames } from '#domain/expressions/expression-functions.ts'
import { parseExpression } from '#domain/expressions/expression.ts'
import { namedQuestions, readExpression, rosterIds, scopeOver } from '#domain/answers/filling-plan.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { type ExpressionSource, type Question, type QuestionType, textIn } from '#domain/surveys/survey.ts'
import { useForm } from '../../../form/form-context.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'
import { ContentContext } from './content-context.ts'
import type { Completion } from './expression-words.ts'
import { inOrder, questionsIn } from './survey-parts.ts'

interface Written {
  offers: readonly Completion[]
  /** What may be chosen of a question. */
  choicesOf: (code: string) => Completion[]
  problems: FieldProblem[]
}

const blank = { id: 0, text: {}, help: null, required: false, validation: {}, answers: [], position: 0 }
const flags = { filterable: false, identifying: false, personal: false }

/** Outside of the builder the survey is not at hand: only what cannot be read is said, and functions are offered. */
export function useExpression(field: keyof ExpressionSource): Written {
  const t = useText()
  const textOr = useTextOr()
  const content = useContext(ContentContext)
  const language = content?.language ?? 'en'
  const { name: resource, values, row } = useForm()
  const { [field]: written, code, type, sectionId, trigger, list } = values
  const survey = content?.builder.survey()
  const questions = useMemo(() => (survey ? questionsIn(survey) : undefined), [survey])
  const stored = questions?.find(({ id }) => id === (row as { id: number } | undefined)?.id)
  const own = useMemo((): Question | undefined => {
    if (resource !== 'questions') return undefined
    return {
      ...blank,
      ...flags,
      ...stored,
      code: typeof code === 'string' ? code : '',
      type: type as QuestionType,
      trigger: trigger as Question['trigger'],
      list: list as Question['list'],
    }
  }, [resource, stored, code, type, trigger, list])

  const offers = useMemo((): Completion[] => {
    const others = (questions ?? []).filter((question) => question.type !== 'NOTE' && question.id !== own?.id)
    const ofQuestions = others.map((question) => ({
      name: question.code,
      insert: question.code,
      kind: 'question' as const,
      about: `${textIn(question.text, language)} · ${t(`questions.type.${question.type}`)}`,
    }))
    const ofFunctions = functionNames.map((name) => ({
      name,
      insert: `${name}(`,
      kind: 'function' as const,
      about: textOr(`questions.function.${name}`, ''),
    }))
    return [...ofQuestions, ...ofFunctions]
  }, [questions, own, language, t, textOr])

  const source = typeof written === 'string' ? written.trim() : ''
  const problems = useMemo((): FieldProblem[] => {
    if (source === '') return []
    if (!questions) {
      const { problem } = parseExpression(source)
      return problem ? [{ path: field, ...problem }] : []
    }
    const named = namedQuestions(survey ?? { sections: [] })
    const stored = survey?.sections ?? []
    const around = rosterIds(stored)[stored.findIndex(({ id }) => id === sectionId)]
    // A section is passed over before its first repetition.
    const rosters = own ? around : around?.slice(0, -1)
    const all = own ? [...named.filter(({ id }) => id !== own.id), { ...own, rosters }] : named
    return readExpression(field, source, { scope: { ...scopeOver(all, rosters), own }, question: own }).problems
  }, [source, field, questions, own, survey, sectionId])

  function choicesOf(code: string): Completion[] {
    const question = questions?.find((one) => one.code === code)
    if (question?.type === 'YES_NO')
      return (['yes', 'no'] as const).map((name) => choice(name, t(`skips.value.${name}`)))
    return inOrder(question?.answers ?? []).map((answer) => choice(answer.code, textIn(answer.text, language)))
  }
  return { offers, choicesOf, problems }
}

function choice(code: string, about: string): Completion {
  return { name: code, insert: `'${code}'`, kind: 'option', about }
}
