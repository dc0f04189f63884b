/** Answers all together: one chart for each question of any version, from all responses that a filter finds. */
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
import { type FormsAsked, withForms } from './forms.ts'
import { collectorNames, siteTitles, unitsOfCodes } from './names.ts'

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

const ofSurvey = on(insight.ofSurvey, async ({ services, query: { questions: codes, ...words }, ...asking }) => {
  const { questions: all, ...asked } = await askedOf(asking, words)
  const wanted = codes?.split(',')
  const charted = all.filter(({ question }) => !wanted || wanted.includes(question.code))
  const { db } = asking
  return withForms(
    { database: services.database, dataDir: services.settings.dataDir },
    { ...asked, questions: all, codes: wanted },
    async (reading) => {
      const { total, origins, charts } = await measure(reading, charted)
      const ofUnits = charts.filter((_, at) => charted[at]?.question.type === 'ADMIN_UNIT')
      const codes = ofUnits.flatMap(({ words }) => words.slice(0, mostWords).map(({ word }) => word))
      const units = await unitsOfCodes(db, codes)
      const questions = charted.flatMap((each, at) => {
        const read = charts[at]
        return read ? [chartOf(each, read, ofUnits.includes(read) ? units : new Map())] : []
      })
      return { total, ...(await namedOrigins(db, origins)), questions, hidden: asked.hidden }
    },
  )
})

/** Sites and collectors beyond these have the fewest responses. */
const mostOrigins = 100

async function namedOrigins(
  db: Db,
  { day, source, site, collector }: Awaited<ReturnType<typeof measure>>['origins'],
): Promise<Pick<Insight, 'days' | 'sources' | 'sites' | 'collectors'>> {
  const sites = [...site.values()].slice(0, mostOrigins)
  const titles = await siteTitles(db, idsOf(sites))
  const names = await collectorNames(db, idsOf(collector.values()))
  const collectors = new Map<string | null, { collector: string | null; n: number; flagged: number }>()
  for (const { word, n, flagged } of collector.values()) {
    const name = names.get(Number(word)) ?? null
    const before = collectors.get(name)
    collectors.set(name, { collector: name, n: n + (before?.n ?? 0), flagged: flagged + (before?.flagged ?? 0) })
  }
  return {
    days: [...day.values()].map(({ word, n }) => ({ day: word, n })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    sources: [...source.values()].map(({ word, n }) => ({ source: word as Insight['sources'][number]['source'], n })),
    sites: sites.map(({ word, n, flagged }) => {
      const title = titles.get(Number(word))
      return { site: title === undefined ? null : { id: Number(word), title }, n, flagged }
    }),
    collectors: [...collectors.values()].toSorted((a, b) => b.n - a.n).slice(0, mostOrigins),
  }
}

function idsOf(tallies: Iterable<{ word: string | null }>): number[] {
  return [...tallies].flatMap(({ word }) => (word === null ? [] : [Number(word)]))
}

/** Words that no version lists as an option: rows of long files, places, ratings, codes of types that a question had before. */
const mostWords = 30

function chartOf(
  merged: MergedQuestion,
  { answered, words, spread, places }: Measured,
  units: Awaited<ReturnType<typeof unitsOfCodes>>,
): QuestionChart {
  const { question, options } = merged
  const { id, code, text, type } = question
  const kind = traitsOf(type).chart
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
    kind: kind === 'TEXTS' && merged.personal ? 'COUNT' : kind,
    answered,
    choices: [
      ...known.map((option) => ({ code: option.code, text: option.text, n: counted.get(option.code) ?? 0 })),
      ...others.slice(0, mostWords).map(({ word, n }) => {
        const unit = units.get(word)
        return { code: word, text: options.get(word)?.option.text ?? (unit ? { en: unit.name } : null), n }
      }),
    ],
    spread: spread ? { low: spread.low, q1, median, q3, high: spread.high, mean: spread.mean } : null,
    bins: spread ? binsOf(spread, stepsOf(type), spread.bins) : [],
    places,
  }
}

export const insightRoutes = [ofSurvey]
