/** All responses that a filter finds, for counts, files and bulk work. A page of a list may walk along its order instead. */
import { type RawBuilder, sql } from 'kysely'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { fenced } from '../../db/named.ts'
import { answeredSo, joinAnswers } from './answer-conditions.ts'
import { formFilter, type ResponseFilter } from './filter.ts'
import type { PhoneSight } from './row.ts'

/** The number of responses below which single look-ups are faster than reading all of their survey. */
export const fewForms = 10_000

/** The filter with the responses of its rarest answer, where these are few. */
export async function withFewForms(db: Db, filter: ResponseFilter): Promise<ResponseFilter> {
  const { scope, words, personal = 'HIDDEN' } = filter
  for (const [code, how] of Object.entries(readAnswersAsked(words.answers))) {
    if (how === 'blank') continue
    const rows = await rowsOf<{ ids: number[] }>(db)`
      select to_json(array(${answeredSo(code, how, { scope, personal })} limit ${fewForms + 1})) as ids`
    const ids = rows[0]?.ids ?? []
    if (ids.length <= fewForms) return { ...filter, few: [...new Set(ids)] }
  }
  return filter
}

/** As an item of FROM, named `form`. */
export function formsFound(filter: ResponseFilter, sight: PhoneSight): RawBuilder<unknown> {
  const { scope, words, personal = 'HIDDEN', few } = filter
  const { answers, ...others } = words
  const asked = readAnswersAsked(answers)
  if (few)
    return sql`(select form.* from unnest(${few}::bigint[]) hit(id) cross join lateral ${fenced(
      sql`select * from form where form.id = hit.id and ${formFilter(filter, sight)}`,
    )} form) form`
  const rest = sql`(select * from form where ${formFilter({ ...filter, words: others }, sight)}) form`
  return Object.keys(asked).length === 0 ? rest : joinAnswers(rest, asked, { scope, personal })
}
