/**
 * Lists of the product's own records, made at each reading: sites, administrative units, the participants of the survey, the
 * approved responses to a survey, the entities that responses make. Phones and answers that are personal are in none of them.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { responseName } from '#domain/answers/form-name.ts'
import { mergeVersions } from '#domain/answers/merged-versions.ts'
import type { Answers } from '#domain/answers/answer-values.ts'
import { csvOfTable } from '#domain/surveys/list-table.ts'
import type { ListRow, ListSource, ListTable, SurveyFile } from '#domain/surveys/survey-files.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { entitiesMark, entitiesOf } from './entity-list.ts'
import { keepNewest, type MadeRows, readRows, wordOf } from './list-rows.ts'
import { allVersions } from './version-store.ts'

interface MadeList {
  /** What is offered, then what was: answers that name it can still be read and sent. */
  table: ListTable
  offered: number
  /** Of the offered rows as CSV. */
  bytes: Buffer
  md5: string
}

type Made = Pick<SurveyFile, 'id' | 'source'>

/** By source and survey, with the mark of the records that they were made of. */
const kept = new Map<string, { mark: string; list: MadeList }>()
const mostKept = 20

/** With the size and the checksum that lists have now. */
export function freshFiles(db: Db, files: readonly SurveyFile[] = []): Promise<SurveyFile[]> {
  return Promise.all(
    files.map(async (file) => {
      if (!file.source) return file
      const { table, offered, bytes, md5 } = await madeList(db, file)
      return { ...file, bytes: bytes.length, md5, list: { columns: [...table.columns], rows: offered } }
    }),
  )
}

export async function madeList(db: Db, file: Made): Promise<MadeList> {
  const [of = '', survey = ''] = (file.source ?? '').split(' ')
  const source = sources[of as ListSource]
  const key = `${file.source} ${of === 'PARTICIPANTS' ? file.id : ''}`
  const about = { file: file.id, survey: Number(survey) }
  const rows = await rowsOf<{ mark: string }>(db)`select concat_ws(' ', ${source.mark(about)}) as mark`
  const mark = rows[0]?.mark ?? ''
  const known = kept.get(key)
  if (known?.mark === mark) return known.list
  const list = listOf(await source.rows(db, about))
  keepNewest(kept, { key, value: { mark, list }, most: mostKept })
  return list
}

function listOf({ columns, rows }: MadeRows): MadeList {
  const texts = rows.map((row): ListRow =>
    Object.fromEntries(columns.map((column) => [column, String(row[column] ?? '')])),
  )
  const offered = rows.findIndex(({ isOffered }) => !isOffered)
  const count = offered === -1 ? rows.length : offered
  const bytes = Buffer.from(csvOfTable({ columns, rows: texts.slice(0, count) }))
  return { table: { columns, rows: texts }, offered: count, bytes, md5: createHash('md5').update(bytes).digest('hex') }
}

interface About {
  /** The file's own id, which tells its survey. */
  file: number
  survey: number
}

interface Source {
  /** What differs when the rows do. */
  mark: (about: About) => RawBuilder<unknown>
  /** Those that are offered come first. */
  rows: (db: Db, about: About) => Promise<MadeRows>
}

const changes = (table: string) => sql`(select concat(count(*), ' ', max(updated_at)) from ${sql.table(table)})`

const listed = ({ file }: About) => sql`survey_participant listed join person on person.id = listed.participant_id
  where listed.survey_id = (select survey_id from survey_file where id = ${file})`

const sources: Record<ListSource, Source> = {
  SITES: {
    mark: () => sql`${changes('site')}, ${changes('site_category')}, ${changes('administrative_unit')}`,
    rows: async (db) => ({
      columns: ['name', 'label', 'category', 'unit', 'latitude', 'longitude'],
      rows: await readRows(
        db,
        sql`
        select site.code as name, site.title as label, category.title as category, unit.code as unit, latitude, longitude,
          site.status = 'ACTIVE' as "isOffered"
        from site join site_category category on category.id = site.site_category_id
        left join administrative_unit unit on unit.id = site.administrative_unit_id
        order by "isOffered" desc, site.title, site.id`,
      ),
    }),
  },
  UNITS: {
    mark: () => changes('administrative_unit'),
    rows: async (db) => ({
      columns: ['name', 'label', 'level', 'parent'],
      rows: await readRows(
        db,
        sql`
        select unit.code as name, unit.name as label, unit.level, parent.code as parent, true as "isOffered"
        from administrative_unit unit left join administrative_unit parent on parent.id = unit.parent_id
        order by unit.level, unit.name, unit.id`,
      ),
    }),
  },
  PARTICIPANTS: {
    mark: (about) =>
      sql`(select concat(count(*), ' ', sum(person.id), ' ', max(person.updated_at)) from ${listed(about)})`,
    rows: async (db, about) => ({
      columns: ['name', 'label'],
      rows: await readRows(
        db,
        sql`
        select person.id as name, person.name as label, true as "isOffered" from ${listed(about)}
        order by person.name, person.id`,
      ),
    }),
  },
  RESPONSES: {
    mark: ({ survey }) => sql`(select concat(count(*), ' ', max(updated_at)) from form where survey_id = ${survey}),
      (select current_version from survey where id = ${survey})`,
    rows: responsesTo,
  },
  ENTITIES: { mark: ({ survey }) => entitiesMark(survey), rows: (db, { survey }) => entitiesOf(db, survey) },
}

interface Answered {
  key: string
  answers: Answers
  isOffered: boolean
}

/** A column for each question whose answers are words or numbers, by its code. */
async function responsesTo(db: Db, { survey }: About): Promise<MadeRows> {
  const versions = await allVersions(db, survey)
  const newest = versions.at(-1)?.content ?? { sections: [] }
  const merged = mergeVersions(versions)
  const questions = merged.filter(
    ({ personal, question: { code } }) => !personal && code !== 'name' && code !== 'label',
  )
  const found = await readRows<Answered>(
    db,
    sql`select client_uuid as key, doc.answers, status = 'APPROVED' as "isOffered"
      from form join form_doc doc using (survey_id, id)
      where survey_id = ${survey} and status <> 'DRAFT' and not is_pilot
      order by "isOffered" desc, submitted_at desc, form.id desc`,
  )
  const isHidden = merged.some(({ personal, question }) => personal && question.code === 'instance_name')
  return {
    columns: ['name', 'label', ...questions.map(({ question }) => question.code)],
    rows: found.map(({ key, answers, isOffered }) => ({
      isOffered,
      ...Object.fromEntries(questions.map((merged) => [merged.question.code, wordOf(merged, answers)])),
      name: key,
      label: responseName(isHidden ? { sections: [] } : newest, { answers, formKey: key }),
    })),
  }
}
