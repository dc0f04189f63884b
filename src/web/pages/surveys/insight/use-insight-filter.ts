/** The filter of insight: that of the list of responses, in the same words of the URL. */
import type { AnswerColumn } from '#contract/answer-filter.ts'
import type { Filters } from '#contract/filters.ts'
import { responseList } from '#contract/responses.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { type ListView, useListView } from '../../../list/list-view.ts'
import { useAnswerFilters } from '../../../survey/use-answer-filters.ts'

/** Of one survey these say nothing, or have a word of their own. */
const { surveyId: _survey, siteId: _site, administrativeUnitId: _unit, isPilot: _pilot, ...own } = responseList.filters
const blankable = ['collector', 'flags', 'fence', 'reviewedAt', 'issueCategoryId']

export interface InsightFilter {
  view: ListView
  kinds: Filters
  questions: readonly AnswerColumn[]
  /** Whether the questions are known, or why they are not. */
  isKnown: boolean
  error: ApiError | null
  /** Words of the page, as a URL and reports have them, as the call takes them. */
  asQuery: (words: Readonly<Record<string, string>>) => Record<string, string>
  /** Where the list has the responses that are counted, narrowed by one word more. */
  listBy: (name: string, word: string) => string
}

/** `fixed`: words of the filter that are always there. */
export function useInsightFilter(surveyId: number, fixed: Readonly<Record<string, string>>): InsightFilter {
  const { questions, kinds: ofAnswers, call, asCallWords, surveyId: known, error } = useAnswerFilters(surveyId)
  const kinds = { ...own, ...ofAnswers }
  const view = useListView(call, [], {
    name: 'responses',
    kinds,
    filters: ['from', 'to'],
    canBeBlank: (name) => blankable.includes(name) || name.startsWith('answer.'),
  })
  return {
    view,
    kinds,
    questions,
    isKnown: known !== undefined,
    error,
    asQuery: (words) => ({ ...fixed, ...asCallWords(words) }),
    listBy: (name, word) => {
      const asked = { ...view.state.filters, ...fixed, surveyId: String(surveyId), [name]: word }
      return `/response?${new URLSearchParams(asked).toString()}`
    },
  }
}
