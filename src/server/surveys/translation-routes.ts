/** The texts of a survey in one language: out as a workbook, in all rows or none, and away. */
import { sql } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { type TranslationColumn, translations } from '#contract/translations.ts'
import { checkText } from '#domain/answers/answers.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { type TextPlace, textPlaces } from '#domain/surveys/text-places.ts'
import { parseMarkdown, tidyMarkdown } from '#domain/text/markdown.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRow } from '../excel/read-table.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { loadContent } from './content-store.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'

const download = on(translations.download, async ({ db, params: { surveyId: ref, language }, query, actor }) => {
  const survey = await surveyStore.get(db, await openSurvey(db, actor, 'see', ref))
  const places = textPlaces({ ...survey, ...(await loadContent(db, survey.id)) })
  const from = query.from ?? Object.keys(survey.texts.title).find((code) => code !== language) ?? language
  const rows = places.map(({ key, kind, field, text }) => [
    key,
    kind === 'answer' ? 'option' : field,
    textIn(text, from),
    text[language] ?? null,
  ])
  const columns = [40, 12, 60, 60].map((width) => ({ width, format: 'text' as const }))
  const sheet = { name: language, headings: 1, rows: [['code', 'place', 'source', 'target'], ...rows], columns }
  const bytes = await writeWorkbook({ sheets: [sheet], names: {} })
  return { name: `survey-${survey.id}-${language}.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

const upload = on(
  translations.upload,
  async ({ db, file, params: { surveyId: ref, language }, actor, write, audit }) => {
    await openSurvey(db, actor, 'edit', ref)
    const read = await readTableApart<TranslationColumn>('translations', file, undefined)
    return write(async (tx, caller) => {
      const survey = await surveyStore.lock(tx, await openSurvey(tx, caller, 'edit', ref))
      refuse(changeRefusal(survey.status))
      const rows = read.chunks.flatMap((chunk) => JSON.parse(chunk) as TableRow<TranslationColumn>[])
      const places = new Map(
        textPlaces({ ...survey, ...(await loadContent(tx, survey.id)) }).map((place) => [
          place.key.toLowerCase(),
          place,
        ]),
      )
      const found = new ProblemList()
      const changed = rows.flatMap(({ row, code, target }): (TextPlace & { target: string })[] => {
        const place = places.get(String(code).toLowerCase())
        const say = (column: TranslationColumn, problem: Parameters<ProblemList['add']>[1]) =>
          found.add({ row, column: read.columns[column] ?? 0, code: column }, problem)
        if (!place && code) say('code', { code: 'UNKNOWN_REFERENCE' })
        if (!place || typeof target !== 'string') return []
        const isKept = place.kind === 'notice'
        const text = isKept ? tidyMarkdown(target) : target
        if (place.text[language] === text) return []
        const unfit = checkText(target, place.max, place.lines)
        if (unfit) say('target', unfit)
        for (const code of isKept ? parseMarkdown(target).problems : []) say('target', { code })
        return [{ ...place, target: text }]
      })
      const report = reportOf(read, found)
      if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
      // Other surveys may use the same kept texts.
      if (changed.some(({ kind }) => kind === 'notice') && !caller.permissions.has('texts.write'))
        throw new AppError('FORBIDDEN', { data: { needs: 'texts.write' } })
      await setTexts(tx, changed, language, caller)
      const result = { rows: rows.length, changed: changed.length }
      const after = { name: file?.name, sha256: file?.sha256.toString('hex'), language, ...result }
      audit({ action: 'surveys.translate', subjectType: 'survey', subjectId: survey.id, after })
      return result
    })
  },
)

/** Each field of a kind by one statement; a text without a target loses the language. Some are inside of a column. */
async function setTexts(
  db: Db,
  places: readonly (TextPlace & { target?: string })[],
  language: string,
  { id: savedBy }: { id: number },
): Promise<void> {
  for (const [name, group] of Map.groupBy(places, ({ kind, field }) => `${kind}.${field}`)) {
    const [table = '', field = ''] = name.split('.')
    const outer = table === 'survey' ? 'texts' : field.endsWith('essage') ? 'validation' : undefined
    const column = sql.ref(`part.${outer ?? field}`)
    const before = outer ? sql`(${column} -> ${field}::text)` : column
    const after = sql`${before} - ${language}::text
      || jsonb_strip_nulls(jsonb_build_object(${language}::text, given.target))`
    const changes = JSON.stringify(group.map(({ id, target }) => ({ id, target })))
    await sql`
      update ${sql.table(table === 'notice' ? 'rich_text' : table)} part
      set ${sql.ref(outer ?? field)} = ${outer ? sql`jsonb_set(${column}, array[${field}::text], ${after})` : after},
        version = part.version + 1, updated_at = now()${table === 'notice' ? sql`, updated_by = ${savedBy}` : sql``}
      from jsonb_to_recordset(${changes}::jsonb) given (id bigint, target text) where part.id = given.id`.execute(db)
  }
}

const remove = on(translations.remove, async ({ db, params: { surveyId: ref, language }, actor, audit }) => {
  const survey = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', ref))
  refuse(changeRefusal(survey.status))
  const places = textPlaces({ ...survey, ...(await loadContent(db, survey.id)) }).filter(
    ({ kind, text }) => kind !== 'notice' && text[language] !== undefined,
  )
  if (places.some(({ text }) => Object.keys(text).length === 1))
    refuseProblems([{ path: 'language', code: 'ONLY_LANGUAGE' }])
  await setTexts(db, places, language, actor)
  const languages = survey.languages.filter((code) => code !== language)
  await surveyStore.update(db, survey.id, { languages })
  const before = { language, texts: places.map(({ key, text }) => [key, text[language]]) }
  audit({ action: 'surveys.removeLanguage', subjectType: 'survey', subjectId: survey.id, before })
  return { changed: places.length }
})

export const translationRoutes = [download, upload, remove]
