/** Answers all together: one chart for each question of any version, from the responses that a filter chooses. */
import { insight, type QuestionChart } from '#contract/insight.ts'
import { binsOf, chartedResponses, chartKeys, wholeSteps } from '#domain/answers/insight.ts'
import { isLong, mergeVersions, type MergedQuestion } from '#domain/answers/merged-versions.ts'
import { type QuestionType, traitsOf } from '#domain/surveys/question-types.ts'
import { on } from '../../http/context.ts'
import { openSurvey } from '../../scope.ts'
import { versionsWithLists } from '../../surveys/list-files.ts'
import { apartFromPilots } from './filter.ts'
import { withKeptAnswers } from './answer-counts.ts'
import { withFewForms } from './forms-found.ts'
import { type Charted, chartAnswers, chartedForms, countDays } from './insight-store.ts'
import { phoneSight } from './row.ts'

const ofSurvey = on(insight.ofSurvey, async ({ db, params, query, actor }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  const merged = mergeVersions(await versionsWithLists(db, surveyId))
  const shown = merged.filter(({ personal }) => !personal || actor.permissions.has('responses.personal'))
  const asked = { scope: [surveyId], words: apartFromPilots(query) }
  const kept = await withKeptAnswers(db, asked)
  const filter = kept.counted ? kept : await withFewForms(db, asked)
  const sight = phoneSight(actor)
  const days = await countDays(db, filter, sight)
  const most = chartedResponses(shown.length)
  const total = days.reduce((sum, { n }) => sum + n, 0)
  const forms = await chartedForms(db, { filter, sight, total }, most)
  const read = await chartAnswers(db, forms, { keys: chartKeys(shown), most })
  return {
    total,
    charted: read.charted,
    days,
    sources: read.sources,
    sites: read.sites,
    collectors: read.collectors,
    questions: shown.map(chartReader(read)),
    hidden: merged.length - shown.length,
  }
})

/** Words that no version lists as an option: rows of long files, places, ratings, codes of types that a question had before. */
const mostWords = 30
const mostPlaces = 200

function chartReader({ answered, words, spreads, bins, places }: Charted): (merged: MergedQuestion) => QuestionChart {
  const answeredOf = byQuestion(answered)
  const wordsOf = byQuestion(words)
  const spreadOf = byQuestion(spreads)
  const binOf = byQuestion(bins)
  const placesOf = byQuestion(places)
  return (merged) => {
    const { question, options } = merged
    const { id, code, text, type } = question
    const counted = new Map(wordsOf(id).map(({ word, n }) => [word, n]))
    const known = isLong(merged) ? [] : [...options.values()].map(({ option }) => option)
    const others = [...counted]
      .filter(([word]) => isLong(merged) || !options.has(word))
      .toSorted(([a, n], [b, m]) => (type === 'RATING' ? Number(a) - Number(b) : m - n))
    const [spread] = spreadOf(id)
    const [q1 = 0, median = 0, q3 = 0] = spread?.quartiles ?? []
    return {
      questionId: id,
      code,
      text,
      type,
      kind: traitsOf(type).chart,
      answered: answeredOf(id)[0]?.n ?? 0,
      choices: [
        ...known.map((option) => ({ code: option.code, text: option.text, n: counted.get(option.code) ?? 0 })),
        ...others
          .slice(0, mostWords)
          .map(([word, n]) => ({ code: word, text: options.get(word)?.option.text ?? null, n })),
      ],
      spread: spread ? { low: spread.low, q1, median, q3, high: spread.high, mean: spread.mean } : null,
      bins: spread ? binsOf(spread, stepsOf(type), new Map(binOf(id).map(({ bin, n }) => [bin, n]))) : [],
      places: placesOf(id).slice(0, mostPlaces),
    }
  }
}

function stepsOf(type: QuestionType) {
  return wholeSteps.includes(type) ? 'WHOLE' : 'ANY'
}

function byQuestion<Row extends { question: number }>(rows: readonly Row[]): (id: number) => Row[] {
  const groups = Map.groupBy(rows, ({ question }) => question)
  return (id) => groups.get(id) ?? []
}

export const insightRoutes = [ofSurvey]
