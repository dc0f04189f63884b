/** The questions of the survey that the list is narrowed to, as its columns, filters and orders, with their words. */
import { type ReactNode, useMemo } from 'react'
import * as z from 'zod/mini'
import { answerColumns, type AnswerColumn } from '#contract/answer-filter.ts'
import { filterWords } from '#contract/filters.ts'
import { responses, type ResponseRow } from '#contract/responses.ts'
import { namingCode } from '#domain/answers/form-name.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useLocale } from '../../i18n/locale.ts'
import { addWords } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { type Column, optional } from '../../list/columns.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { AnswerCell } from './AnswerCell.tsx'
import { answerFilters, answerKey, answerSorts, firstShown, inColumns, withAnswers } from './answer-table.ts'
import type { AnswerTable } from './response-list.ts'

const noQuestions: readonly AnswerColumn[] = []

interface OfOneSurveyProps {
  /** A number or an encodedId. */
  surveyId: string
  children: (table: AnswerTable) => ReactNode
}

export function OfOneSurvey({ surveyId, children }: OfOneSurveyProps) {
  const t = useText()
  const seesAll = useCan('surveys.all')
  const { data, error, isPending } = useCall(answerColumns, { params: { surveyId } })
  const questions = data?.data.questions ?? noQuestions
  const table = useMemo(() => tableOf(data?.data.surveyId, questions), [data, questions])
  useQuestionWords(questions)
  if (isPending) return <ScreenSkeleton />
  // The server does not tell a survey that was not given from one that is not there.
  if (!data && error?.code === 'NOT_FOUND')
    return <NotFoundScreen text={seesAll ? undefined : t('responses.surveyNotGiven')} />
  return children(table)
}

function tableOf(surveyId: number | undefined, questions: readonly AnswerColumn[]): AnswerTable {
  const kinds = answerFilters(questions)
  const shown = firstShown(questions)
  const columns = inColumns(questions).map((question): Column<ResponseRow> => {
    const { code, type } = question
    const column: Column<ResponseRow> = {
      key: answerKey(code),
      render: ({ cells }) => (
        <AnswerCell
          question={question}
          value={cells?.[code]}
          other={cells?.[`${code}.other`]}
          labels={cells?.[`${code}.label`]}
        />
      ),
      ...(type === 'INTEGER' || type === 'DECIMAL' ? { align: 'end' } : {}),
    }
    return shown.has(code) ? column : optional(column)
  })
  return {
    surveyId,
    columns,
    kinds,
    sorts: answerSorts(questions),
    call: {
      ...responses.list,
      query: z.extend(responses.list.query, filterWords(kinds)) as unknown as typeof responses.list.query,
    },
    asCallWords: (words) => withAnswers(words, kinds),
    counts: { all: questions.length, indexed: questions.filter(({ indexed }) => indexed).length },
  }
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
