/** The words of free texts, in how many answers each is: over all responses. */
import { type RawBuilder, sql } from 'kysely'
import { fewestAnswers, isTelling } from '#domain/answers/text-words.ts'
import type { Reading } from './forms.ts'

/** Words that `isTelling` chooses from. */
const mostFound = 1000
const letter = String.raw`[^\P{L}\p{Han}]`
const aWord = String.raw`${letter}(?:${letter}|[\p{M}\p{N}]|['’-]${letter})*`

interface Counted {
  word: string
  n: number
}

const isChinese = (words: RawBuilder<unknown>) => sql`regexp_matches(${words}, ${sql.lit(String.raw`\p{Han}`)})`

/** The most frequent first, in small letters. A run of Chinese has no spaces: each two to four signs of it may be a word. */
export async function wordsOf({ engine, forms }: Reading, text: RawBuilder<unknown>): Promise<Counted[]> {
  const runs = sql`regexp_extract_all(text, ${sql.lit(String.raw`\p{Han}+|${aWord}`)})`
  const parts = sql`flatten([[run[i : i + k - 1] for i in range(1, length(run) - k + 2)] for k in [2, 3, 4]])`
  const found = await engine.rows<Counted>(sql`
    select word, sum(n) as n from (
      select n, unnest(list_distinct(case when ${isChinese(sql`text`)}
        then flatten([case when ${isChinese(sql`run`)} then ${parts} else [run] end for run in runs]) else runs end)) as word
      from (
        select text, n, ${runs} as runs
        from (select lower(${text}) as text, count(*) as n from ${forms} where ${text} is not null group by 1) texts
      ) texts
    ) words group by 1 having sum(n) >= ${sql.lit(fewestAnswers)} order by n desc, word limit ${sql.lit(mostFound)}`)
  return found.filter(({ word }) => isTelling(word))
}
