import type { ExportAsking } from '../../list/list-view.ts'
import { DownloadDialog } from '../../downloads/DownloadDialog.tsx'

/** Of a list of one survey: the answers under the same filter, in the same order. */
export function AnswersExport({ view, ...asking }: ExportAsking) {
  const { q, sort } = view.state
  const { surveyId = '', ...words } = view.callWords
  return <DownloadDialog surveyId={surveyId} filter={q === '' ? words : { ...words, q }} sort={sort} {...asking} />
}
