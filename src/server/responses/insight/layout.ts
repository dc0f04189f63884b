/** What is kept of responses in columns: some of what the list knows, and the answers outside of sections that repeat. */
import { type RawBuilder, sql } from 'kysely'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { type QuestionType, traitsOf } from '#domain/surveys/question-types.ts'

/** How the answers to a type of questions are kept. ANSWERED: only that there is one. */
type Kept = 'NUMBER' | 'DAY' | 'WORD' | 'WORDS' | 'PLACE' | 'TEXT' | 'ANSWERED'

export interface AnswerColumn {
  name: string
  key: string
  type: QuestionType
  kept: Kept
  isPersonal: boolean
}

const facts = {
  id: 'BIGINT',
  survey_version: 'INTEGER',
  participant_id: 'BIGINT',
  status: 'VARCHAR',
  source: 'VARCHAR',
  is_pilot: 'BOOLEAN',
  flags: ['VARCHAR'],
  fence: 'VARCHAR',
  issue_category_id: 'BIGINT',
  collector_id: 'BIGINT',
  site_id: 'BIGINT',
  submitted_at: 'VARCHAR',
  reviewed_at: 'VARCHAR',
} as const

/** From PostgreSQL, as rows of JSON; `site_id` is that of the task which the response did. */
export const storedFacts = sql.join(
  Object.keys(facts).map((name) => (name === 'site_id' ? sql`task.site_id` : sql.ref(`form.${name}`))),
)

const inJson = {
  NUMBER: 'DOUBLE',
  DAY: 'VARCHAR',
  WORD: 'VARCHAR',
  WORDS: ['VARCHAR'],
  PLACE: { latitude: 'DOUBLE', longitude: 'DOUBLE' },
  TEXT: 'VARCHAR',
  ANSWERED: 'JSON',
} as const

/** Several words are kept as one text, as cells have them: no code has it. Texts are counted and compared faster than lists. */
const between = sql.lit(';')

/** A list of the words that are kept as one text. */
export function wordsIn(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`string_split(${value}, ${between})`
}

function keptOf(type: QuestionType): Kept {
  const { answer, chart } = traitsOf(type)
  if (chart === 'PLACES') return 'PLACE'
  if (chart === 'DAYS') return 'DAY'
  if (chart === 'TEXTS') return 'TEXT'
  if (answer === 'number') return 'NUMBER'
  if (chart === 'CHOICES') return answer === 'choices' ? 'WORDS' : 'WORD'
  return 'ANSWERED'
}

/** A question that changed its type has a column for each. */
export function columnsOf(questions: readonly Pick<MergedQuestion, 'places' | 'personal'>[]): AnswerColumn[] {
  return questions.flatMap(({ places, personal: isPersonal }) =>
    places.map(({ key, type }) => {
      const kept = keptOf(type)
      return { name: `${kept.toLowerCase()}_${key}`, key, type, kept, isPersonal }
    }),
  )
}

/** Of all columns. */
export function namesOf(columns: readonly AnswerColumn[]): string[] {
  return [...Object.keys(facts), 'day', ...columns.map(({ name }) => name)]
}

/** A query that makes rows of columns of a text, a JSON array of rows with their answers as `answers`. */
export function columnsFrom(json: RawBuilder<string>, columns: readonly AnswerColumn[]): RawBuilder<unknown> {
  const answers = Object.fromEntries(columns.map(({ key, kept }) => [key, inJson[kept]]))
  const shape = columns.length > 0 ? { ...facts, answers } : facts
  const read = [
    sql`(r.submitted_at::timestamptz at time zone 'UTC')::date as day`,
    ...Object.keys(facts).map((name) =>
      name.endsWith('_at') ? sql`r.${sql.ref(name)}::timestamptz as ${sql.ref(name)}` : sql`r.${sql.ref(name)}`,
    ),
    ...columns.map(
      ({ name, key, ...column }) => sql`${readAnswer(column, sql`r.answers.${sql.ref(key)}`)} as ${sql.ref(name)}`,
    ),
  ]
  return sql`select ${sql.join(read)} from (
    select json_transform(each, ${sql.lit(JSON.stringify(shape))}) as r
    from (select unnest(from_json(${json}::json, '["JSON"]')) as each))`
}

function readAnswer(
  { kept, isPersonal }: Pick<AnswerColumn, 'kept' | 'isPersonal'>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  switch (kept) {
    case 'DAY':
      return sql`try_cast(left(${value}, 10) as date)`
    case 'WORDS':
      return sql`nullif(array_to_string(${value}, ${between}), '')`
    case 'TEXT':
      return isPersonal ? sql`case when ${value} is not null then '' end` : value
    case 'ANSWERED':
      return sql`case when ${value} is not null then true end`
    case 'NUMBER':
    case 'WORD':
    case 'PLACE':
      return value
  }
}

/** The answer to a question of any version, on `form`: as numbers, days or places, as one word, or as several. */
export interface Value {
  as: Kept
  value: RawBuilder<unknown>
  /** What makes a word of the value, or a row for each of its words: once for many that are the same. */
  wordOf?: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

function first(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [only, ...others] = values
  return only && others.length === 0 ? only : sql`coalesce(${sql.join([...values, sql`null`])})`
}

const kindOfChart = {
  NUMBERS: 'NUMBER',
  DAYS: 'DAY',
  PLACES: 'PLACE',
  TEXTS: 'TEXT',
  COUNT: 'ANSWERED',
  CHOICES: 'WORD',
} as const

/** As a number; of a day how many there are from 1970-01-01 to it. */
export function numbered({ as, value }: Value): RawBuilder<unknown> {
  return as === 'DAY' ? sql`(${value} - date '1970-01-01')::double` : value
}

/** As its present type is charted. Of a ranking the first counts. */
export function valueOf(asked: MergedQuestion): Value {
  const { chart } = traitsOf(asked.question.type)
  const columns = columnsOf([asked]).filter(({ type }) => traitsOf(type).chart === chart)
  const as = kindOfChart[chart]
  if (as === 'ANSWERED')
    return { as, value: first(columns.map(({ name }) => sql`case when ${sql.ref(name)} is not null then true end`)) }
  if (as !== 'WORD') return { as, value: first(columns.map(({ name }) => sql.ref(name))) }
  if (columns.every(({ kept }) => kept === 'NUMBER'))
    return { as, value: first(columns.map(({ name }) => sql.ref(name))), wordOf: numberWord }
  const severals = columns.filter(({ type, kept }) => kept === 'WORDS' && type !== 'RANK')
  const words = columns.filter((column) => !severals.includes(column)).map(ownWord)
  if (severals.length === 0) return { as, value: first(words) }
  const value = first([...severals.map(({ name }) => sql.ref(name)), ...words])
  return { as: 'WORDS', value, wordOf: (several) => sql`unnest(coalesce(${wordsIn(several)}, [null::text]))` }
}

function numberWord(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${value} = floor(${value}) then (${value}::bigint)::text else ${value}::text end`
}

function ownWord({ name, kept, type }: AnswerColumn): RawBuilder<unknown> {
  const ref = sql.ref(name)
  if (type === 'RANK') return sql`split_part(${ref}, ${between}, 1)`
  return kept === 'NUMBER' ? numberWord(ref) : ref
}

/** The number that was answered, to ratings too; undefined for other questions. */
export function numberOf(asked: MergedQuestion): RawBuilder<unknown> | undefined {
  const columns = columnsOf([asked]).filter(({ kept }) => kept === 'NUMBER')
  return columns.length === 0 ? undefined : first(columns.map(({ name }) => sql.ref(name)))
}
