/** The questions of one survey as filters of its responses, in words of their own. */
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { answerColumns, type AnswerColumn } from '#contract/answer-filter.ts'
import { filterWords } from '#contract/filters.ts'
import { responses } from '#contract/responses.ts'
import { namingCode } from '#domain/answers/form-name.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { useCall } from '../api/query.ts'
import { useLocale } from '../i18n/locale.ts'
import { addWords } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { answerFilters, answerKey, withAnswers } from './answer-table.ts'

const noQuestions: readonly AnswerColumn[] = []

/** `surveyId`: a number or an encodedId; that of the answer is undefined until it is known. */
export function useAnswerFilters(surveyId: string | number) {
  const { data, error } = useCall(answerColumns, { params: { surveyId } })
  const questions = data?.data.questions ?? noQuestions
  useQuestionWords(questions)
  const known = data?.data.surveyId
  return useMemo(() => {
    const kinds = answerFilters(questions)
    const query = z.extend(responses.list.query, filterWords(kinds)) as unknown as typeof responses.list.query
    return {
      surveyId: known,
      questions,
      error,
      kinds,
      /** The list, which takes the words of the answers' filters. */
      call: { ...responses.list, query },
      asCallWords: (words: Readonly<Record<string, string>>) => withAnswers(words, kinds),
    }
  }, [known, questions, error])
}

/** The words of the questions among those of the page, where filters and headings look for theirs. */
function useQuestionWords(questions: readonly AnswerColumn[]): void {
  const t = useText()
  const locale = useLocale()
  const words = useMemo(() => {
    const headingOf = ({ code, text }: Pick<AnswerColumn, 'code' | 'text'>) => {
      const words = plainIn(text, locale)
      // A form's calculation has no words of its own.
      return code === namingCode && words === code ? t('responses.called') : words
    }
    const own = questions.flatMap(({ code, text, options }) => [
      [`responses.field.${answerKey(code)}`, headingOf({ code, text })],
      ...options.map((option) => [`responses.${answerKey(code)}.${option.code}`, plainIn(option.text, locale)]),
    ])
    return Object.fromEntries(own) as Record<string, string>
  }, [questions, locale, t])
  addWords(words)
}
