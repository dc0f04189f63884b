/** Exact counts of responses by their answers, by day and status, for totals and far pages: counted over the columns of all. */
import { sql } from 'kysely'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import { mergeVersions } from '#domain/answers/merged-versions.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { allVersions } from '../../surveys/version-store.ts'
import { isBehind } from '../insight/column-files.ts'
import { withForms } from '../insight/forms.ts'
import type { ResponseFilter } from './filter.ts'
import type { PhoneSight } from './row.ts'

interface DayCount {
  day: string
  status: string
  is_pilot: boolean
  n: number
}

/** Adds the counts of what the filter asks of answers, when it names one survey and answers that its columns tell. */
export async function withAnswerCounts(
  { db, dataDir }: { db: Db; dataDir: string },
  listed: ResponseFilter,
  sight: PhoneSight,
): Promise<ResponseFilter> {
  const { scope, words, personal = 'HIDDEN' } = listed
  const [surveyId, ...surveys] = scope === 'ALL' ? [] : scope
  const codes = Object.entries(readAnswersAsked(words.answers)).map(([code, how]) => ({
    code,
    isWord: typeof how !== 'string',
  }))
  if (surveyId === undefined || surveys.length > 0 || codes.length === 0) return listed
  const known = await rowsOf<{ code: string }>(db)`
    select asked.code from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as asked(code text, "isWord" boolean)
      join indexed_question q on q.code = asked.code and q.survey_id = ${surveyId}
    group by 1 having bool_and(not q.repeats and (q.kind <> 'TEXT' or not "isWord")
      and (not q.personal or ${personal === 'SHOWN'}::boolean))`
  if (codes.some(({ code }) => !known.some((each) => each.code === code)) || (await isBehind(db, surveyId)))
    return listed
  const questions = mergeVersions(await allVersions(db, surveyId))
  // Statuses are counted apart, and the list has no other words (`keptFilter`).
  const { answers, isPilot, submittedAt, from, to } = words
  const filter = { scope, words: { answers, isPilot, submittedAt, from, to }, personal }
  const asked = { surveyId, filter, sight, questions, codes: [] }
  const counts = await withForms({ database: { db }, dataDir }, asked, ({ engine, forms }) =>
    engine.rows<DayCount>(sql`select day, status, is_pilot, count(*) as n from ${forms} group by 1, 2, 3`),
  )
  const counted = sql`
    select ${surveyId}::bigint as survey_id, kept.*
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as kept(day date, status text, is_pilot boolean, n bigint)`
  return { ...listed, counted }
}
