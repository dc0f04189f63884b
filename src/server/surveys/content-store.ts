/** The content of surveys in the draft tables: sections, their questions, their answers. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Answer, AnswerFields, answers } from '#contract/answers.ts'
import { QuestionFields, questions, Question, type QuestionWithAnswers } from '#contract/questions.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Notice, NoticePlace, Notices } from '#domain/surveys/notices.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { LocalizedText } from '#contract/localized.ts'
import { Section, SectionFields, sections, type SectionWithQuestions } from '#contract/sections.ts'
import { Skip, SkipFields, skips } from '#contract/skips.ts'
import { columnList } from '../db/names.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { allOf, tableStore } from '../db/table-store.ts'
import { AppError, refuse } from '../errors.ts'
import { actRefusals, type Onlooker, requireAct } from '../scope.ts'
import { loadFiles } from './file-store.ts'
import { surveyStore } from './store.ts'

/** The fields as the tables have them: every text by its languages. */
const texts = {
  title: LocalizedText,
  text: LocalizedText,
  help: z.optional(z.nullable(LocalizedText)),
  guidance: z.optional(z.nullable(LocalizedText)),
}

/** Questions and answers carry their survey, so that its content is found without a detour. */
const inSurvey = { surveyId: z.int(), position: z.int(), code: z.string() }

/** Their lists know a survey by its encodedId too. */
const aliases = { surveyId: { table: 'survey', column: 'encoded_id' } }

/** The names of what a row's ids stand for. */
function surveyTitle(table: string) {
  return { surveyTitle: sql`(select title from survey where survey.id = ${sql.ref(`${table}.survey_id`)})` }
}

const sectionDerived = {
  ...surveyTitle('section'),
  questionCount: sql`(select count(*) from question where question.section_id = section.id)`,
  firstVersion: sql`(select min(question.first_version) from question where question.section_id = section.id)`,
}

export const sectionStore = tableStore(
  'section',
  { ...sections, fields: z.extend(SectionFields, { surveyId: z.int(), position: z.int(), title: texts.title }) },
  { search: ['title'], derived: sectionDerived, aliases },
)

export const questionStore = tableStore(
  'question',
  {
    ...questions,
    fields: z.extend(QuestionFields, {
      ...inSurvey,
      text: texts.text,
      help: texts.help,
      guidance: texts.guidance,
      validation: Question.shape.validation,
    }),
  },
  {
    search: ['code', 'text'],
    aliases,
    derived: {
      ...surveyTitle('question'),
      sectionTitle: sql`(select title from section where section.id = question.section_id)`,
    },
  },
)

export const answerStore = tableStore(
  'answer',
  { ...answers, fields: z.extend(AnswerFields, { ...inSurvey, text: texts.text }) },
  {
    search: ['code', 'text'],
    aliases,
    derived: {
      ...surveyTitle('answer'),
      questionCode: sql`(select code from question where question.id = answer.question_id)`,
      questionText: sql`(select text from question where question.id = answer.question_id)`,
    },
  },
)

interface PlacedStore<Row> {
  table: string
  get(db: Db, id: number): Promise<Row>
  lock(db: Db, id: number, version?: number): Promise<Row>
}

/** The survey that a section, a question or an answer belongs to; undefined when there is no such row. */
export async function surveyOf(db: Db, table: string, id: number): Promise<number | undefined> {
  const rows = await rowsOf<{ surveyId: number }>(db)`
    select survey_id as "surveyId" from ${sql.table(table)} where id = ${id}`
  return rows[0]?.surveyId
}

/** A row of a survey that the caller sees; NOT_FOUND when it is missing to them. */
export async function seenContent<Row>(db: Db, onlooker: Onlooker, store: PlacedStore<Row>, id: number): Promise<Row> {
  await requireAct(db, onlooker, 'see', (await surveyOf(db, store.table, id)) ?? 0)
  return store.get(db, id)
}

/**
 * A row that the caller may change; otherwise NOT_FOUND or GRANT_TOO_NARROW. Locks the survey first and then the row, as
 * every caller does: content of one survey changes in turn.
 */
export async function lockContent<Row>(
  db: Db,
  onlooker: Onlooker,
  store: PlacedStore<Row>,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Row> {
  const surveyId = await surveyOf(db, store.table, id)
  if (surveyId === undefined) throw new AppError('NOT_FOUND')
  await requireAct(db, onlooker, 'edit', surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  return store.lock(db, id, version)
}

/** The row that a body refers to, locked with its survey; undefined when to this person there is none. */
export async function lockParent<Row>(
  db: Db,
  onlooker: Onlooker,
  store: PlacedStore<Row>,
  id: number,
): Promise<Row | undefined> {
  const surveyId = (await surveyOf(db, store.table, id)) ?? 0
  const isSeen = !(await actRefusals(db, onlooker, 'see', [surveyId])).has(surveyId)
  return isSeen ? lockContent(db, onlooker, store, { id }) : undefined
}

/** Locks the surveys that the rows belong to, in the order of their ids; why each of them may not change. */
export async function lockSurveysOf(db: Db, table: string, ids: readonly number[]): Promise<Map<number, ErrorCode>> {
  const rows = await rowsOf<{ id: number; status: SurveyStatus }>(db)`
    select id, status from survey where id in (select survey_id from ${sql.table(table)} where id = any(${ids}))
    order by id for no key update`
  return new Map(
    rows.flatMap(({ id, status }) => {
      const code = changeRefusal(status)
      return code ? [[id, code]] : []
    }),
  )
}

/** The place behind the last of the siblings. */
export async function endPosition(db: Db, table: string, siblings: RawBuilder<unknown>): Promise<number> {
  const rows = await rowsOf<{ position: number }>(db)`
    select coalesce(max(position), 0) + 1 as position from ${sql.table(table)} where ${siblings}`
  return rows[0]?.position ?? 1
}

/** The codes that siblings already have; `but` leaves one row out. */
export async function codesOf(db: Db, table: string, siblings: RawBuilder<unknown>, but?: number): Promise<string[]> {
  const where = allOf([siblings, but === undefined ? undefined : sql`id <> ${but}`])
  const rows = await rowsOf<{ code: string }>(db)`select code from ${sql.table(table)} where ${where}`
  return rows.map((row) => row.code)
}

/** The value goes in as JSON: of a text and of a list the driver would make something else. */
export const skipStore = tableStore(
  'skip',
  { ...skips, fields: z.extend(SkipFields, { surveyId: z.int(), value: z.optional(z.nullable(z.string())) }) },
  {
    search: ['value'],
    aliases,
    derived: {
      ...surveyTitle('skip'),
      fromCode: sql`(select code from question where question.id = skip.from_question_id)`,
      fromText: sql`(select text from question where question.id = skip.from_question_id)`,
      comparedText: sql`(select text from answer where answer.id = skip.answer_id)`,
      targetText: sql`(select text from question where question.id = skip.target_question_id)`,
      compared: sql`coalesce(skip.value, (select to_jsonb(code) from answer where answer.id = skip.answer_id))`,
      targetName: sql`coalesce((select to_jsonb(code) from question where question.id = skip.target_question_id),
        (select title from section where section.id = skip.target_section_id)::jsonb)`,
    },
  },
)

const sectionColumns = columnList(Object.keys(Section.shape), sectionDerived)
const questionColumns = columnList(Object.keys(Question.shape))
const answerColumns = columnList(Object.keys(Answer.shape))
const skipColumns = columnList(Object.keys(Skip.shape))

/** The whole content of a survey: sections and questions by position, answers by id (seed §3), rules by priority. */
export async function loadContent(db: Db, surveyId: number) {
  return {
    sections: await loadSections(db, surveyId),
    skips: await loadSkips(db, surveyId),
    notices: await loadNotices(db, surveyId),
    files: await loadFiles(db, surveyId),
  }
}

/** The kept texts that the survey uses, as they are now. */
async function loadNotices(db: Db, surveyId: number): Promise<Notices> {
  const rows = await rowsOf<Notice & { place: NoticePlace }>(db)`
    select used.place, kept.id, kept.version, kept.title, kept.body
    from survey cross join lateral (values
      ('consent', consent_text_id), ('instructions', instructions_text_id), ('closing', closing_text_id)) used (place, id)
    join rich_text kept on kept.id = used.id where survey.id = ${surveyId}`
  return Object.fromEntries(rows.map(({ place, ...notice }) => [place, notice]))
}

async function loadSkips(db: Db, surveyId: number): Promise<Skip[]> {
  const rows = await rowsOf<Skip>(db)`
    select ${skipColumns} from skip where survey_id = ${surveyId} order by priority, id`
  return rows
}

async function loadSections(db: Db, surveyId: number): Promise<SectionWithQuestions[]> {
  const rows = await rowsOf<Section>(db)`
    select ${sectionColumns} from section where survey_id = ${surveyId} order by position, id`
  const bySection = Map.groupBy(await loadQuestions(db, sql`survey_id = ${surveyId}`), (row) => row.sectionId)
  return rows.map((row) => ({ ...row, questions: bySection.get(row.id) ?? [] }))
}

/** The questions of one section, which exists, with their answers. */
export function loadQuestionsOf(db: Db, section: Section): Promise<QuestionWithAnswers[]> {
  return loadQuestions(db, sql`survey_id = ${section.surveyId} and section_id = ${section.id}`)
}

async function loadQuestions(db: Db, where: RawBuilder<unknown>): Promise<QuestionWithAnswers[]> {
  const rows = await rowsOf<Question>(db)`
    select ${questionColumns} from question where ${where} order by position, id`
  const options = await loadOptions(db, sql`question_id = any(${rows.map((row) => row.id)})`)
  const byQuestion = Map.groupBy(options, (row) => row.questionId)
  return rows.map((row) => ({ ...row, answers: byQuestion.get(row.id) ?? [] }))
}

export async function loadOptions(db: Db, where: RawBuilder<unknown>): Promise<Answer[]> {
  const rows = await rowsOf<Answer>(db)`select ${answerColumns} from answer where ${where} order by id`
  return rows
}
