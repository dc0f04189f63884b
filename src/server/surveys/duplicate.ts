/** A copy of a survey with all of its content, each part by one statement whatever its size. */
import { type RawBuilder, sql } from 'kysely'
import type { Survey } from '#contract/surveys.ts'
import { copyText } from '#domain/surveys/copy.ts'
import { maxTitle } from '#domain/surveys/survey.ts'
import { inAllLanguages } from '#words/texts.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { copyFiles } from './file-store.ts'
import { newEncodedId, surveyStore } from './store.ts'

/** Settings, geofence, content and the list of participants; a draft without versions, responses and access grants. */
export async function duplicateSurvey(db: Db, id: number, ownerId: number): Promise<Survey> {
  const { texts } = await surveyStore.lock(db, id)
  const title = JSON.stringify({ ...texts, title: copyText(texts.title, maxTitle, inAllLanguages('files.copy')) })
  const rows = await rowsOf<{ id: number }>(db)`
    insert into survey (encoded_id, owner_id, texts, company_id, subcategory_id, site_id, accessibility, starts_at, ends_at,
      grace_hours, survey_type, amount_minor, currency, country, cost_code, payment_aggregation, aggregation_count,
      allow_multiple_responses, question_per_page, languages, participant_limit, participant_required,
      consent_text_id, instructions_text_id, closing_text_id)
    select ${newEncodedId()}, ${ownerId}, ${title}::jsonb, company_id, subcategory_id, site_id, accessibility, starts_at,
      ends_at, grace_hours, survey_type, amount_minor, currency, country, cost_code, payment_aggregation, aggregation_count,
      allow_multiple_responses, question_per_page, languages, participant_limit, participant_required,
      consent_text_id, instructions_text_id, closing_text_id
    from survey where id = ${id} returning id`
  const copy = rows[0]?.id ?? 0
  await sql`
    insert into survey_participant (survey_id, participant_id)
    select ${copy}::bigint, participant_id from survey_participant where survey_id = ${id}`.execute(db)
  const fence = await copied(db, 'geolocation', { survey_id: sql`${copy}::bigint` })
  await sql`${fence} where part.survey_id = ${id}`.execute(db)
  await copyContent(db, id, copy)
  await copyFiles(db, id, copy)
  return surveyStore.get(db, copy)
}

/** Columns that start again in a copy. */
const fresh = {
  version: sql`1`,
  first_version: sql`null::int`,
  created_at: sql`now()`,
  updated_at: sql`now()`,
}

type Columns = Record<string, RawBuilder<unknown>>

/** All columns of a table except those that the database fills. */
export async function storedColumns(db: Db, table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db)`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  return rows.map(({ name }) => name)
}

/** All columns of a part. `own` replaces values. */
async function copied(db: Db, table: string, own: Columns): Promise<RawBuilder<unknown>> {
  const names = await storedColumns(db, table)
  const values: Columns = { ...fresh, ...own }
  return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
    select ${sql.join(names.map((name) => values[name] ?? sql.ref(`part.${name}`)))} from ${sql.table(table)} part`
}

/** Copies keep the order of their ids, as options use it. A reference to a part becomes one to its copy. */
async function copyContent(db: Db, from: number, to: number): Promise<void> {
  const parts = (table: string) => sql`
    select id, nextval(pg_get_serial_sequence(${table}, 'id')) as copy
    from (select id from ${sql.table(table)} where survey_id = ${from} order by id) part`
  const survey_id = sql`${to}::bigint`
  const section = await copied(db, 'section', { survey_id, id: sql`sections.copy` })
  const question = await copied(db, 'question', { survey_id, id: sql`questions.copy`, section_id: sql`sections.copy` })
  const answer = await copied(db, 'answer', { survey_id, id: sql`answers.copy`, question_id: sql`questions.copy` })
  const skip = await copied(db, 'skip', {
    survey_id,
    id: sql`skips.copy`,
    from_question_id: sql`questions.copy`,
    answer_id: sql`answers.copy`,
    target: sql`coalesce(target_questions.copy, target_sections.copy)`,
  })
  await sql`
    with sections as materialized (${parts('section')}),
    questions as materialized (${parts('question')}),
    answers as materialized (${parts('answer')}),
    skips as materialized (${parts('skip')}),
    copied_sections as (${section} join sections using (id)),
    copied_questions as (${question} join questions using (id) join sections on sections.id = part.section_id),
    copied_answers as (${answer} join answers using (id) join questions on questions.id = part.question_id)
    ${skip} join skips using (id) join questions on questions.id = part.from_question_id
      left join answers on answers.id = part.answer_id
      left join questions target_questions on target_questions.id = part.target_question_id
      left join sections target_sections on target_sections.id = part.target_section_id`.execute(db)
}
