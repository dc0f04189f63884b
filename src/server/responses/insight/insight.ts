/** Answers all together: one chart for each question of any version, from all responses that a filter finds. */
import { type RawBuilder, sql } from 'kysely'
import { insight, type Insight, type QuestionChart } from '#contract/insight.ts'
import { binsOf, stepsOf } from '#domain/answers/insight.ts'
import { isLong, mergeVersions, type MergedQuestion } from '#domain/answers/merged-versions.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { type Context, on } from '../../http/context.ts'
import type { Db } from '../../db/pool.ts'
import { versionsWithLists } from '../../surveys/list-files.ts'
import { openSurvey } from '../../scope.ts'
import { filterAsked, type ResponseWords } from '../list/filter.ts'
import { phoneSight } from '../list/row.ts'
import { type Measured, measure } from './charts.ts'
import type { Engine } from './engine.ts'
import { type Forms, type FormsAsked } from './forms.ts'
import { withForms } from './forms.ts'
import { collectorNames, siteTitles } from './names.ts'

type Asking = Pick<Context<typeof insight.ofSurvey>, 'db' | 'actor' | 'params'>

/** What the caller may see of a survey, and how many of its questions they may not. */
export async function askedOf(
  { db, actor, params }: Asking,
  words: ResponseWords,
): Promise<FormsAsked & { hidden: number }> {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  const merged = mergeVersions(await versionsWithLists(db, surveyId))
  const questions = merged.filter(({ personal }) => !personal || actor.permissions.has('responses.personal'))
  const filter = await filterAsked(db, actor, { ...words, surveyId: String(surveyId) })
  return { surveyId, questions, filter, sight: phoneSight(actor), hidden: merged.length - questions.length }
}

const ofSurvey = on(insight.ofSurvey, async ({ services, query, ...asking }) => {
  const asked = await askedOf(asking, query)
  const { db } = asking
  return withForms({ db, dataDir: services.settings.dataDir }, asked, async (engine, forms) => {
    const origins = await originsOf(db, engine, forms)
    const total = origins.days.reduce((sum, { n }) => sum + n, 0)
    const measured = await measure(engine, forms, { questions: asked.questions, total })
    const questions = asked.questions.flatMap((each, at) => {
      const read = measured[at]
      return read ? [chartOf(each, read)] : []
    })
    return { total, ...origins, questions, hidden: asked.hidden }
  })
})

const sum = (rows: { n: number; flagged: number }[], key: 'n' | 'flagged') =>
  rows.reduce((all, row) => all + row[key], 0)

/** Sites and collectors beyond these have the fewest responses. */
const mostOrigins = 100

async function originsOf(
  db: Db,
  engine: Engine,
  forms: Forms,
): Promise<Pick<Insight, 'days' | 'sources' | 'sites' | 'collectors'>> {
  const count = (of: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`
    select ${of} as of, count(*) as n, count(*) filter (where len(flags) > 0) as flagged from ${forms}
    group by 1 order by ${order}` as RawBuilder<{ of: never; n: number; flagged: number }>
  const days = await engine.rows<{ of: string; n: number }>(count(sql`day`, sql`1`))
  const sources = await engine.rows<{ of: Insight['sources'][number]['source']; n: number }>(
    count(sql`source`, sql`n desc`),
  )
  const byId = (id: RawBuilder<unknown>) =>
    engine.rows<{ of: number | null; n: number; flagged: number }>(count(id, sql`n desc, 1`))
  const [sites, collectors] = [await byId(sql`site_id`), await byId(sql`collector_id`)]
  const titles = await siteTitles(db, idsOf(sites.slice(0, mostOrigins)))
  const names = await collectorNames(db, idsOf(collectors))
  const named = Map.groupBy(collectors, ({ of }) => (of === null ? null : (names.get(of) ?? null)))
  return {
    days: days.map(({ of, n }) => ({ day: of, n })),
    sources: sources.map(({ of, n }) => ({ source: of, n })),
    sites: sites.slice(0, mostOrigins).map(({ of, n, flagged }) => ({
      site: of === null ? null : { id: of, title: titles.get(of) ?? '' },
      n,
      flagged,
    })),
    collectors: [...named]
      .map(([collector, rows]) => ({ collector, n: sum(rows, 'n'), flagged: sum(rows, 'flagged') }))
      .toSorted((a, b) => b.n - a.n)
      .slice(0, mostOrigins),
  }
}

function idsOf(rows: readonly { of: number | null }[]): number[] {
  return rows.flatMap(({ of }) => (of === null ? [] : [of]))
}

/** Words that no version lists as an option: rows of long files, places, ratings, codes of types that a question had before. */
const mostWords = 30

function chartOf(merged: MergedQuestion, { answered, words, spread, bins, places }: Measured): QuestionChart {
  const { question, options } = merged
  const { id, code, text, type } = question
  const counted = new Map(words.map(({ word, n }) => [word, n]))
  const known = isLong(merged) ? [] : [...options.values()].map(({ option }) => option)
  const others = words
    .filter(({ word }) => isLong(merged) || !options.has(word))
    .toSorted((a, b) => (type === 'RATING' ? Number(a.word) - Number(b.word) : b.n - a.n))
  const [q1 = 0, median = 0, q3 = 0] = spread?.quartiles ?? []
  return {
    questionId: id,
    code,
    text,
    type,
    kind: traitsOf(type).chart,
    answered,
    choices: [
      ...known.map((option) => ({ code: option.code, text: option.text, n: counted.get(option.code) ?? 0 })),
      ...others
        .slice(0, mostWords)
        .map(({ word, n }) => ({ code: word, text: options.get(word)?.option.text ?? null, n })),
    ],
    spread: spread ? { low: spread.low, q1, median, q3, high: spread.high, mean: spread.mean } : null,
    bins: spread ? binsOf(spread, stepsOf(type), bins) : [],
    places,
  }
}

export const insightRoutes = [ofSurvey]
