/** The questions of the survey that the list is narrowed to, as its columns, filters and orders, with their words. */
import { type ReactNode, useMemo } from 'react'
import type { ResponseRow } from '#contract/responses.ts'
import { useCan } from '../../api/session.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { type Column, optional } from '../../list/columns.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { answerKey, answerSorts, firstShown, inColumns } from '../../survey/answer-table.ts'
import { useAnswerFilters } from '../../survey/use-answer-filters.ts'
import type { AnswerTable } from './response-list.ts'
import type { AnswerColumn } from '#contract/answer-filter.ts'
import type { AnswerValue } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useLineWords } from './Line.tsx'

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

interface AnswerCellProps {
  question: AnswerColumn
  value: AnswerValue | undefined
  /** The respondent's own words beside an "other" option. */
  other: AnswerValue | undefined
  /** Where the question does not list its options. */
  labels: AnswerValue | undefined
}

/** One answer in a line: labels in the reader's language, files by their names, points by their coordinates. */
function AnswerCell({ question, value, other, labels }: AnswerCellProps) {
  const t = useText()
  const format = useFormat()
  const lineWords = useLineWords()
  if (value === undefined) return <span className="blank">–</span>
  const words = () => {
    if (Array.isArray(labels)) return labels.join(', ')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return value.map((code) => labelOf(question, code, other)).join(', ')
    if (typeof value === 'object')
      return 'file' in value ? value.name : `${value.latitude.toFixed(4)}, ${value.longitude.toFixed(4)}`
    if (question.type === 'SINGLE') return labelOf(question, value, other)
    if (question.type === 'YES_NO') return t(value === 'yes' ? 'list.yes' : 'list.no')
    if (traitsOf(question.type).text === 'LINE') return lineWords(value)
    if (question.type === 'DATE') return format.utcDay(value)
    return question.type === 'DATETIME' ? format.dateTime(value) : value
  }
  const text = words()
  return (
    <span className="response-clip" title={text}>
      {text}
    </span>
  )
}

function labelOf({ options }: AnswerColumn, code: string, other: AnswerValue | undefined): string {
  const option = options.find((one) => one.code === code)
  if (!option) return code
  const text = plainIn(option.text, currentLocale())
  return option.isOther && typeof other === 'string' ? `${text}: ${other}` : text
}
