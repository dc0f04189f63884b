/** What the rows of a workbook meet in the database: the same responses, others, or those that they would change. */
import type { Problem } from '#domain/problems.ts'
import { ProblemList } from '../../excel/problem-list.ts'
import { findBeyondLimit, findClashes } from '../intake/clashes.ts'
import type { IntakeSurvey } from '../intake/intake-store.ts'
import type { WorkbookRows } from './read-job.ts'
import {
  type DifferingRow,
  type Editing,
  mayUpdate,
  readUpdate,
  refuseTooMany,
  type Update,
} from './workbook-updates.ts'

interface Compared {
  /** How many rows are stored already, just as they are. */
  alreadyThere: number
  updates: Update[]
  stored: { problems: ProblemList; bad: Set<number> }
}

export async function compareWithStored(
  editing: Editing,
  survey: IntakeSurvey,
  read: Pick<WorkbookRows, 'chunks' | 'columns' | 'bad'>,
): Promise<Compared> {
  const { db } = editing
  const stored = { problems: new ProblemList(), bad: new Set<number>() }
  const report = (row: number, code: string, found: Problem) => {
    stored.problems.add({ row, column: read.columns[code] ?? 0, code }, found)
    stored.bad.add(row)
  }
  const differing: DifferingRow[] = []
  const takesUpdates = await mayUpdate(editing, survey.id)
  const wrong = new Set(read.bad === 'ALL' ? [] : read.bad)
  let alreadyThere = 0
  for (const chunk of read.chunks) {
    for (const { row, id, formKey, answers, outcome } of await findClashes(db, survey, chunk)) {
      if (outcome === 'SAME') alreadyThere += 1
      else if (outcome === 'DIFFERS' && takesUpdates && id !== null && answers) {
        // A row with a problem of its own lacks the answers that are wrong: it is asked when they are right.
        if (!wrong.has(row)) differing.push({ row, id, formKey, answers })
      } else if (outcome === 'FORM_EXISTS' || outcome === 'DIFFERS') report(row, 'formKey', { code: 'FORM_EXISTS' })
      else report(row, 'participantPhone', { code: outcome })
    }
  }
  for (const { row, limit } of await findBeyondLimit(db, survey, read.chunks))
    report(row, 'participantPhone', { code: 'PARTICIPANT_LIMIT', limit })
  refuseTooMany(differing.length)
  const updates: Update[] = []
  // In the order of ids, in which all others lock responses.
  for (const each of differing.toSorted((one, other) => one.id - other.id)) {
    const found = await readUpdate(editing, each)
    if (found === 'SAME') alreadyThere += 1
    else if ('code' in found) report(each.row, 'formKey', found)
    else updates.push(found)
  }
  return { alreadyThere, updates: updates.sort((one, other) => one.row - other.row), stored }
}
