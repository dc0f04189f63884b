/** Responses with their answers under the names of the survey, as far as one person may see them: of feeds and webhooks. */
import { type RawBuilder } from 'kysely'
import { maskPhone } from '#domain/people/phone.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { actRefusals, type Onlooker } from '../../scope.ts'
import { versionsWithLists } from '../../surveys/list-files.ts'
import { phoneSight } from '../list/row.ts'
import { answered, type AnsweredRow } from './answers-store.ts'
import { type FeedTables, feedTables, type FeedWording, recordOf, type RosterTable } from './feed-columns.ts'

interface AnswerView {
  tables: FeedTables
  seesPhones: boolean
}

interface Extent {
  surveyId: number
  wording: FeedWording
  /** Personal answers and phones too, where the reader may see them. */
  personal: boolean
}

export async function viewOf(db: Db, reader: Onlooker, { surveyId, wording, personal }: Extent): Promise<AnswerView> {
  const seesPersonal = personal && reader.permissions.has('responses.personal')
  const versions = await versionsWithLists(db, surveyId)
  const tables = feedTables(versions, wording, (question) => seesPersonal || !question.personal)
  return { tables, seesPhones: personal && phoneSight(reader) === 'FULL' }
}

export function seenBy({ seesPhones }: Pick<AnswerView, 'seesPhones'>, row: AnsweredRow): AnsweredRow {
  return seesPhones || row.phone === null ? row : { ...row, phone: maskPhone(row.phone) }
}

export function rowsBeside(row: AnsweredRow, expanded: readonly RosterTable[]): Record<string, unknown> {
  return Object.fromEntries(expanded.map(({ property, rowsOf }) => [property, rowsOf(row)]))
}

/** By the number of the response; none of a survey that the reader may not export. `where`: on `form`. */
export async function answersSeen(
  db: Db,
  { reader, surveyId, where }: { reader: Onlooker; surveyId: number; where: RawBuilder<unknown> },
): Promise<Map<number, Record<string, unknown>>> {
  if ((await actRefusals(db, reader, 'export', [surveyId])).size > 0) return new Map()
  const wording = { values: 'codes', language: 'en' } as const
  const view = await viewOf(db, reader, { surveyId, wording, personal: true })
  const { columns, rosters } = view.tables
  const rows = await rowsOf<AnsweredRow>(db)`
    select ${answered.columns} from form ${answered.joins}
    where form.survey_id = ${surveyId} and form.status <> 'DRAFT' and ${where}`
  return new Map(rows.map((row) => [row.id, { ...recordOf(seenBy(view, row), columns), ...rowsBeside(row, rosters) }]))
}
