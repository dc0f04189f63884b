/** One kind of content of all surveys: the list, narrowed by survey, and the form of one record over it. */
import { useSearchParams } from 'react-router'
import { link } from '../../list/columns.tsx'
import type { ListRow } from '../../list/list-data.ts'
import { withWords } from '../../list/list-state.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { SurveyFilter } from '../../survey/SurveyFilter.tsx'
import { type ListScreen, useResourceList } from '../../list/use-resource-list.ts'

interface FlatListProps<Row extends ListRow> {
  screen: ListScreen<Row>
  /** How dialogs call a row; left out, by its first column of words. */
  label?: (row: Row) => string
}

/** Leads to the survey itself, where the record is one part among others. */
export const ofSurvey = link('surveyTitle', 'surveyId', '/survey')

/** The survey that the list shows alone narrows what its forms refer to. */
export function useListSurvey(): Readonly<Record<string, string>> {
  const [search] = useSearchParams()
  const surveyId = search.get('surveyId')
  return surveyId === null ? {} : { surveyId }
}

export function FlatList<Row extends ListRow>({ screen, label }: FlatListProps<Row>) {
  const [search] = useSearchParams()
  const list = useResourceList(screen, {
    filters: ['surveyId'],
    open: ({ id }) => ({ search: withWords(search, { modal: 'update', id }).toString() }),
    ...(label ? { label } : {}),
  })
  return <ListPage {...list} filters={<SurveyFilter view={list.view} />} />
}
