/** The questions of the survey that the list is narrowed to, as its columns, filters and orders, with their words. */
import { type ReactNode, useMemo } from 'react'
import type { ResponseRow } from '#contract/responses.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { type Column, optional } from '../../list/columns.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { AnswerCell } from './AnswerCell.tsx'
import { answerKey, answerSorts, firstShown, inColumns } from '../../survey/answer-table.ts'
import { useAnswerFilters } from '../../survey/use-answer-filters.ts'
import type { AnswerTable } from './response-list.ts'

interface OfOneSurveyProps {
  /** A number or an encodedId. */
  surveyId: string
  children: (table: AnswerTable) => ReactNode
}

export function OfOneSurvey({ surveyId, children }: OfOneSurveyProps) {
  const t = useText()
  const seesAll = useCan('surveys.all')
  const filters = useAnswerFilters(surveyId)
  const { error } = filters
  const table = useMemo(() => tableOf(filters), [filters])
  // The server does not tell a survey that was not given from one that is not there.
  if (filters.surveyId === undefined && error?.code === 'NOT_FOUND')
    return <NotFoundScreen text={seesAll ? undefined : t('responses.surveyNotGiven')} />
  if (filters.surveyId === undefined && !error) return <ScreenSkeleton />
  return children(table)
}

function tableOf({ questions, ...filters }: ReturnType<typeof useAnswerFilters>): AnswerTable {
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
    ...filters,
    columns,
    sorts: answerSorts(questions),
    counts: { all: questions.length, indexed: questions.filter(({ indexed }) => indexed).length },
  }
}
