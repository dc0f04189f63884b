/** Runs of payments: all of them, one under its address, or a selection that is yet to be started. */
import { useSearchParams } from 'react-router'
import { selectionOf } from './choose-payments.ts'
import { RunList } from './RunList.tsx'
import { RunPage } from './RunPage.tsx'
import { SelectionReview } from './SelectionReview.tsx'
import './runs.css'

export function RunsTab() {
  const [search] = useSearchParams()
  const selection = selectionOf(search)
  const run = Number(search.get('run')) || undefined
  if (selection !== undefined) return <SelectionReview key={selection} id={selection} />
  return run === undefined ? <RunList /> : <RunPage key={run} id={run} />
}
