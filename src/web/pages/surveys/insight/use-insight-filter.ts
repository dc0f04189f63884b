/** The filter of insight: that of the list of responses, in the same words of the URL. */
import { responseList } from '#contract/responses.ts'
import { useListView } from '../../../list/list-view.ts'
import { useAnswerFilters } from '../../../survey/use-answer-filters.ts'

/** Of one survey these say nothing, or have a word of their own. */
const { surveyId: _survey, siteId: _site, administrativeUnitId: _unit, isPilot: _pilot, ...own } = responseList.filters
const blankable = ['collector', 'flags', 'fence', 'reviewedAt', 'issueCategoryId']

export type InsightFilter = ReturnType<typeof useInsightFilter>

/** `fixed`: words of the filter that are always there. */
export function useInsightFilter(surveyId: number, fixed: Readonly<Record<string, string>>) {
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
    /** Whether the questions are known, or why they are not. */
    isKnown: known !== undefined,
    error,
    /** Words of the page, as a URL and reports have them, as the call takes them. */
    asQuery: (words: Readonly<Record<string, string>>): Record<string, string> => ({ ...fixed, ...asCallWords(words) }),
    /** Where the list has the responses that are counted, narrowed by one word more. */
    listBy: (name: string, word: string) => {
      const asked = { ...view.state.filters, ...fixed, surveyId: String(surveyId), [name]: word }
      return `/response?${new URLSearchParams(asked).toString()}`
    },
  }
}
